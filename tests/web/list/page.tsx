// A list with every feature of the list kit, declared like a slice's, and helpers for its tests.
import '../../../src/main-slices.ts'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { defineList } from '#web/list/defineList.ts'
import { listHandlers } from '#web/list/handlers.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import type { ListDeclaration, ListFormProps } from '#web/list/types.ts'
import { BatchPaste } from '#web/paste/BatchPaste.tsx'
import type { PasteDeclaration } from '#web/paste/types.ts'
import { enterContext } from '#web/shell/keys/contexts.ts'
import type { Handlers } from '#web/shell/keys/handlers.ts'
import { provideCommands } from '#web/shell/keys/run.ts'
import { startKeys } from '#web/shell/keys/start.ts'
import { useSession } from '#web/shell/session.ts'
import { tableHandlers } from '#web/table/handlers.ts'

export interface Channel {
  id: string
  name: string
  pinyin: string
  state: 'on' | 'off'
  spend: number | null
  owner: string
  changedAt: string
  locked?: boolean
}

export const channelOf = (part: Partial<Channel> & { id: string }): Channel => ({
  name: part.id,
  pinyin: '',
  state: 'on',
  spend: 10,
  owner: 'mei',
  changedAt: '2026-01-01T00:00:00.000Z',
  ...part,
})

/** The server's objects and answers; each test fills them. */
export const server = {
  rows: [] as Channel[],
  read: vi.fn(async (): Promise<readonly Channel[]> => server.rows),
  save: vi.fn(async (row: Channel): Promise<Channel> => row),
  remove: vi.fn(async (_row: Channel): Promise<null> => null),
  restore: vi.fn(async (row: Channel): Promise<Channel> => row),
}

interface Values {
  name: string
  state: string
  spend: number | null
}

function ChannelForm({ row, onClose, onSaved }: ListFormProps<Channel>) {
  return (
    <FormDialog<Values, Channel>
      name={`channel:${row?.id ?? 'new'}`}
      title={row ? '编辑渠道' : '新建渠道'}
      fields={[
        { name: 'name', label: '名称', kind: 'text', required: true, longest: 10 },
        {
          name: 'state',
          label: '状态',
          kind: 'select',
          half: true,
          choices: [
            { value: 'on', title: '启用' },
            { value: 'off', title: '停用' },
          ],
        },
        { name: 'spend', label: '花费', kind: 'number', half: true, min: 0, unit: '元' },
      ]}
      initial={{ name: row?.name ?? '', state: row?.state ?? 'on', spend: row?.spend ?? null }}
      send={(values) =>
        server.save({ ...(row ?? channelOf({ id: 'new1' })), ...values, state: values.state as 'on' })
      }
      valuesOf={({ name, state, spend }) => ({ name, state, spend })}
      onClose={onClose}
      onSaved={onSaved}
      {...(row && {
        undo: { done: () => `已保存「${row.name}」`, takeBack: async () => void (await server.save(row)) },
      })}
    />
  )
}

export const pasteDeclaration: PasteDeclaration<{ name: string; spend: number }> = {
  title: '批量粘贴渠道',
  measure: '个',
  noun: '渠道',
  columns: [{ title: '名称', required: true }, { title: '花费' }],
  most: 100_000,
  example: '华为\t120',
  parse: ([name = '', spend = '']) =>
    Number.isNaN(Number(spend))
      ? { problem: `花费「${spend}」不是数字` }
      : { values: { name, spend: Number(spend) } },
  keyOf: ({ name }) => name,
  compare: (lines) =>
    lines.map(({ name, spend }) => {
      const known = server.rows.find((row) => row.name === name)
      return known === undefined ? 'added' : known.spend === spend ? 'unchanged' : 'changed'
    }),
  cellsOf: ({ name, spend }) => [name, String(spend)],
  send: vi.fn(async () => []),
}

export const declaration: ListDeclaration<Channel> = {
  name: 'channels',
  path: '/channels',
  title: '渠道',
  noun: '渠道',
  measure: '个',
  searchHint: '名称、拼音',
  columns: [
    { key: 'name', title: '名称', value: ({ name }) => name, pinyin: ({ pinyin }) => pinyin },
    {
      key: 'state',
      title: '状态',
      kind: 'badge',
      value: ({ state }) => state,
      text: ({ state }) => (state === 'on' ? '启用' : '停用'),
      tone: ({ state }) => (state === 'on' ? 'good' : 'muted'),
      rank: ({ state }) => (state === 'off' ? 0 : 1),
    },
    { key: 'spend', title: '花费', unit: '元', kind: 'number', value: ({ spend }) => spend },
    { key: 'owner', title: '负责人', kind: 'user', value: ({ owner }) => owner },
    { key: 'changedAt', title: '修改时间', kind: 'time', value: ({ changedAt }) => changedAt },
  ],
  filters: [
    {
      key: 'state',
      title: '状态',
      kind: 'select',
      options: [
        { value: 'on', title: '启用' },
        { value: 'off', title: '停用' },
      ],
      holds: ({ state }, value) => state === value,
    },
    {
      key: 'owner',
      title: '负责人',
      kind: 'several',
      options: (rows) =>
        [...new Set(rows.map(({ owner }) => owner))].map((value) => ({ value, title: value })),
      holds: ({ owner }, value) => owner === value,
    },
    { key: 'changed', title: '修改', kind: 'dates', dayOf: ({ changedAt }) => changedAt.slice(0, 10) },
  ],
  sort: '-changedAt',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  source: { kind: 'whole', read: () => server.read() },
  form: { view: ChannelForm, refuses: ({ locked }) => (locked ? '这个渠道已锁定' : undefined) },
  paste: (props) => <BatchPaste paste={pasteDeclaration} {...props} />,
  remove: {
    refuses: ({ locked }) => (locked ? '这个渠道已锁定' : undefined),
    each: {
      doing: '正在删除...',
      done: '已删除',
      asks: {},
      run: (row) => server.remove(row),
      undo: (row) => server.restore(row),
    },
  },
  empty: { title: '还没有渠道', description: '新建一个，或从表格粘贴。' },
}

export const channels = defineList(declaration)

let started = false

export function signIn(): void {
  useSession.getState().accept({
    email: 'mei@example.com',
    username: 'mei',
    games: [],
    role: { id: 1, name: 'all', authorityInfo: {} },
  })
  provideCommands({ handlers: { ...listHandlers, ...tableHandlers } as Handlers, navigate })
  // As the router does for a page that names the context.
  if (!started) enterContext('list')
  if (!started) startKeys()
  started = true
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  // jsdom has no layout; the table only draws rows where it has a height.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
}

export async function open(address = '/channels'): Promise<ReturnType<typeof userEvent.setup>> {
  history.replaceState(null, '', address)
  const user = userEvent.setup()
  render(<ListPage list={channels} />)
  await screen.findByRole('grid')
  return user
}

/** Texts of a column, in the order of the rows on the page. */
export const shown = (column = 0): string[] =>
  [...document.querySelectorAll<HTMLElement>('.data-table-cells .data-table-row')]
    .filter((row) => row.style.display !== 'none')
    .flatMap((row) => {
      const cell = row.querySelector<HTMLElement>(`[aria-colindex="${column + 1}"]`)
      return cell && cell.style.display !== 'none'
        ? [{ at: Number(row.getAttribute('aria-rowindex')), text: cell.textContent }]
        : []
    })
    .sort((one, other) => one.at - other.at)
    .map(({ text }) => text ?? '')
