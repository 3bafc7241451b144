// /code/queryList: the user's saved queries by folder and tag, filtered while typing, with full keyboard
// support.
import { useLayoutEffect } from 'react'
import { ListPage } from '#web/list/ListPage.tsx'
import { CodeNavigation } from './CodeNavigation.tsx'
import { FolderTree } from './FolderTree.tsx'
import { followOldAddress } from './oldAddress.ts'
import { QueryDialogs } from './QueryDialogs.tsx'
import { QueryPreview } from './QueryPreview.tsx'
import { queryList } from './queryList.tsx'
import '../code.css'

export function Page() {
  useLayoutEffect(followOldAddress, [])
  return (
    <ListPage
      list={queryList}
      lead={<CodeNavigation />}
      side={{ label: '文件夹与标签', content: (close) => <FolderTree onChosen={close} /> }}
      preview={(query) => <QueryPreview query={query} />}
    >
      <QueryDialogs />
    </ListPage>
  )
}
