// /custom: reports made of SQL, found as one types, opened by keys.
import { ListPage } from '#web/list/ListPage.tsx'
import { customList } from './customList.tsx'

export const Page = () => <ListPage list={customList} />
