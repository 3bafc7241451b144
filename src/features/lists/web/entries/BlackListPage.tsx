// /others/blackList: blocked players, addresses and devices with their expiry.

import { Button } from '@blueprintjs/core'
import { Filter } from '@blueprintjs/icons'
import { navigate } from 'wouter/use-browser-location'
import { pages } from '#shared/pages.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { blackEntryCalls } from '#features/lists/contract.ts'
import { defineEntries } from './declaring.tsx'

export const blackList = defineEntries(blackEntryCalls, {
  name: 'blackList',
  path: pages.othersBlackList.path,
  title: '黑名单',
  permission: 'search_blackList',
  empty: '手工新建，从表格软件批量粘贴，或让规则从数据仓库里找出来。',
})

export const openRules = (): void => navigate(pages.othersBlackListRules())

export function Page() {
  return (
    <ListPage
      list={blackList}
      actions={
        <CommandTip command="blacklist.rules" title="从数据仓库里找出条目的规则">
          <Button variant="minimal" icon={<Filter size={14} />} text="规则" onClick={openRules} />
        </CommandTip>
      }
    />
  )
}
