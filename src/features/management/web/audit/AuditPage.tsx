// /management/audit: the audit log, searched on the server and loaded while scrolling.

import { DialogBody } from '@blueprintjs/core'
import { History } from '@blueprintjs/icons'
import { auditNouns } from '#shared/auditTitles.ts'
import { pages } from '#shared/pages.ts'
import { call } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import type { ListSource } from '#web/list/types.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { ManagementNavigation } from '#web/shell/ManagementNavigation.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { type AuditRow, listAudit } from '#features/management/contract.ts'
import { detailFacts, detailText } from './detailTexts.ts'
import '../management.css'

const pageSize = 200
let people: readonly string[] = []
/** Actions of the loaded rows, with their titles. */
const actions = new Map<string, string>()

const read: Extract<ListSource<AuditRow>, { kind: 'pages' }>['read'] = async (
  { text, filters, page, size },
  signal,
) => {
  const [from = '', to = ''] = (filters.day ?? '').split('..')
  const query = {
    ...(text.trim() !== '' && { search: text.trim().slice(0, 200) }),
    ...(filters.who && { who: filters.who }),
    ...(filters.object && { object: filters.object }),
    ...(filters.action && { action: filters.action }),
    ...(from && { from }),
    ...(to && { to }),
    offset: (page - 1) * size,
    limit: size,
  }
  const answer = await call(listAudit, { query }, { quiet: true, loading: null, signal })
  people = answer.people
  for (const { action, title } of answer.rows) actions.set(action, title)
  return answer
}

export const auditList = defineList<AuditRow>({
  name: 'audit',
  path: pages.managementAudit.path,
  title: '审计日志',
  noun: '记录',
  measure: '条',
  searchHint: '操作或详情里的文字：名称、编号、地址…',
  idOf: ({ id }) => String(id),
  nameOf: ({ title }) => title,
  permission: 'manage_authority',
  source: { kind: 'pages', size: pageSize, read },
  columns: [
    { key: 'at', title: '时间', kind: 'time', value: ({ at }) => at, width: 140 },
    { key: 'who', title: '操作人', kind: 'user', value: ({ who }) => who || '（未登录）', width: 120 },
    { key: 'title', title: '操作', value: ({ title }) => title, width: 170 },
    { key: 'detail', title: '详情', value: ({ detail }) => detailText(detail), width: 560 },
    { key: 'action', title: '代码', kind: 'code', value: ({ action }) => action, width: 170 },
  ],
  filters: [
    {
      key: 'who',
      title: '操作人',
      kind: 'select',
      options: () => [
        ...people.map((name) => ({ value: name, title: name })),
        { value: '-', title: '（未登录）' },
      ],
    },
    {
      key: 'object',
      title: '对象',
      kind: 'select',
      options: Object.entries(auditNouns).map(([value, title]) => ({ value, title: `${title} ${value}` })),
    },
    {
      key: 'action',
      title: '操作',
      kind: 'select',
      options: () => [...actions].map(([value, title]) => ({ value, title })),
    },
    { key: 'day', title: '日期', kind: 'dates' },
  ],
  open: (row) => showDialog(<AuditDialog row={row} />),
  empty: {
    title: '还没有记录',
    description: '登录、导出、改动和查询都会记在这里。',
    icon: <History size={32} />,
  },
})

function AuditDialog({ row }: { row: AuditRow }) {
  const facts: [string, string][] = [
    ['时间', timeText(row.at)],
    ['操作人', row.who || '（未登录）'],
    ['代码', row.action],
    ...detailFacts(row.detail),
  ]
  return (
    <TitledDialog title={row.title} className="management-dialog" onClose={closeDialog}>
      <DialogBody>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it. */}
        <section className="management-told" tabIndex={0} aria-label="详情">
          <dl className="management-facts">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      </DialogBody>
    </TitledDialog>
  )
}

export function Page() {
  return <ListPage list={auditList} lead={<ManagementNavigation />} />
}
