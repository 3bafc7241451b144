// Handlers of log search's commands.
import type { HandledId } from '#commands/define.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import { showMessage } from '#web/shell/message.ts'
import { copyText } from '#web/ui/copyText.ts'
import {
  addTerm,
  change,
  closeDetail,
  copyRequest,
  linkTo,
  moveRange,
  narrowRange,
  run,
  showAround,
  showRequest,
  toggleColumn,
  toggleDetail,
  widenRange,
  withField,
  withLine,
} from './actions.ts'
import type { logsearchCommands } from './commands.ts'
import { exportLines } from './exporting.ts'
import { focusFields, showValuesOf } from './fields/showing.ts'
import { exactJson, jsonText } from './lines/exactJson.ts'
import { fieldOf, readWhole } from './lines/line.ts'
import { focusQuery } from './query/QueryField.tsx'
import type { ShownLine } from './reading/question.ts'
import { stopSearch } from './reading/search.ts'
import { linesTable, useLogs } from './store.ts'
import { startTail, stopTail } from './tail/follow.ts'

type Picker = NonNullable<ReturnType<typeof useLogs.getState>['picker']>
const pick =
  (picker: Picker): Handler =>
  () =>
    useLogs.setState({ picker })

function step(by: 1 | -1): void {
  const table = linesTable()
  if (!table) return
  table.focus()
  table.move(by > 0 ? 'down' : 'up')
}

/** As in its file; a cut line is loaded in full. */
async function wholeText(line: ShownLine): Promise<string> {
  if (line.wholeBytes === null) return line.text
  return (await readWhole(useLogs.getState().address.entrance, line.store, line.id)).text
}

async function copyLine(line: ShownLine): Promise<void> {
  await copyText(await wholeText(line), '已复制这条日志')
}

async function copyJson(line: ShownLine): Promise<void> {
  const value = exactJson(await wholeText(line))
  const fields = Object.fromEntries(line.fields.map(({ name, value: text }) => [name, text]))
  const other = {
    time: line.time,
    level: line.level ?? fieldOf(line, 'level') ?? null,
    text: line.text,
    ...fields,
  }
  await copyText(value === undefined ? JSON.stringify(other, null, 2) : jsonText(value, 2), '已复制为 JSON')
}

/** Closes the topmost layer first. */
function cancel(): void {
  const { searching, tail, address, front } = useLogs.getState()
  if (searching) stopSearch()
  else if (address.around) change({ around: false })
  else if (front) closeDetail()
  else if (tail) stopTail()
  else if (address.request) change({ request: '', line: '' })
}

function toggleTail(): void {
  const { tail, address } = useLogs.getState()
  if (tail) stopTail()
  else if (address.request) showMessage({ message: '请先选一个日志库，再实时跟踪' })
  else {
    if (address.around) change({ around: false, line: '' })
    startTail()
  }
}

export const logsearchWork: Record<HandledId<typeof logsearchCommands>, Handler> = {
  'logs.query': focusQuery,
  'logs.run': () => run(),
  'logs.cancel': cancel,
  'logs.queries': pick('history'),
  'logs.syntax': pick('help'),
  'logs.store': pick('store'),
  'logs.time': pick('range'),
  'logs.earlier': () => moveRange(-1),
  'logs.later': () => moveRange(1),
  'logs.widen': widenRange,
  'logs.narrow': narrowRange,
  'logs.next': () => step(1),
  'logs.previous': () => step(-1),
  'logs.detail': () => withLine(toggleDetail),
  'logs.around': () => withLine(showAround),
  'logs.request': () => withLine(showRequest),
  'logs.copy': () => withLine((line) => void copyLine(line)),
  'logs.copyJson': () => withLine((line) => void copyJson(line)),
  'logs.copyLink': () => withLine((line) => void copyText(linkTo(line), '已复制链接')),
  'logs.copyRequest': () => withLine(copyRequest),
  'logs.only': () => withField((given) => addTerm('is', given)),
  'logs.without': () => withField((given) => addTerm('not', given)),
  'logs.having': () => withField((given) => addTerm('exists', given)),
  'logs.column': () => withField(({ field }) => toggleColumn(field)),
  'logs.values': () => withField(({ field }) => showValuesOf(field)),
  'logs.fields': focusFields,
  'logs.bars': () => {
    useLogs.setState({ barsFolded: false })
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.log-bars')?.focus())
  },
  'logs.tail': toggleTail,
  'logs.wrap': () => change({ wrap: !useLogs.getState().address.wrap }, { replace: true }),
  'logs.order': () =>
    change({ order: useLogs.getState().address.order === 'newest' ? 'oldest' : 'newest', line: '' }),
  'logs.export': () => void exportLines('csv'),
  'logs.exportLines': () => void exportLines('jsonl'),
}
