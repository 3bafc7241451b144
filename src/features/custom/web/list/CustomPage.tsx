// /custom: the list of reports made of SQL, filtered while typing and opened by keyboard.
import { ListPage } from '#web/list/ListPage.tsx'
import { customList } from './customList.tsx'

export const Page = () => <ListPage list={customList} />
