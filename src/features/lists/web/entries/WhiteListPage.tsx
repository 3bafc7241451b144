// /others/whiteList: allowed players, addresses and devices, and their publication in the warehouse.

import { Button } from '@blueprintjs/core'
import { Export } from '@blueprintjs/icons'
import { pages } from '#shared/pages.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { whiteEntryCalls } from '#features/lists/contract.ts'
import { showPublishing } from '../publish/PublishDialog.tsx'
import { defineEntries } from './declaring.tsx'

export const whiteList = defineEntries(whiteEntryCalls, {
  name: 'whiteList',
  path: pages.othersWhiteList.path,
  title: '白名单',
  permission: 'search_whiteList',
  empty: '手工新建，或从表格软件批量粘贴；发布后可在 SQL 与报表中使用。',
})

export function Page() {
  return (
    <ListPage
      list={whiteList}
      actions={
        <CommandTip command="whitelist.publish" title="把名单写入数据仓库的 white_list 表">
          <Button variant="minimal" icon={<Export size={14} />} text="发布" onClick={showPublishing} />
        </CommandTip>
      }
    />
  )
}
