// Implements the commands of the JSON preview and says when they apply.
import type { HandledId } from '#commands/define.ts'
import type { Handler } from '#web/shell/keys/handlers.ts'
import { copyText } from '#web/ui/copyText.ts'
import type { toolsCommands } from '#features/tools/web/commands.ts'
import { mostCopied } from '../engine/openText.ts'
import { openFile } from './JsonStart.tsx'
import { copyRow, download, expandRow, inTurn, isOpen, openTo, openWithin, showTable } from './rowWork.ts'
import {
  closeJson,
  jsonWorker,
  openRepaired,
  rewrite,
  stepMatch,
  tried,
  useJson,
  type View,
} from './store.ts'

type JsonId = Extract<HandledId<typeof toolsCommands>, `json.${string}`>

const whenOpen = (work: () => unknown, view?: View): Handler =>
  Object.assign(() => void (isOpen() && work()), {
    isOfUse: () => isOpen() && (view === undefined || useJson.getState().view === view),
  })

const inTree = (work: () => Promise<void> | void) =>
  whenOpen(() => useJson.getState().view === 'tree' && inTurn(work), 'tree')

const toField = (id: string) => inTree(() => document.querySelector<HTMLInputElement>(`#${id}`)?.select())

const show = (view: View) =>
  whenOpen(() => useJson.setState((now) => ({ view: now.view === view ? 'tree' : view })))

const copyAll = (indent: number, done: string) =>
  whenOpen(() =>
    tried(async () => {
      const blob = await jsonWorker.askText('format', { indent, sortKeys: false })
      if (blob.size > mostCopied) useJson.setState({ failure: '全文超过 64 MB，请下载' })
      else await copyText(await blob.text(), done)
    }),
  )

export const jsonWork: Record<JsonId, Handler> = {
  'json.open': openFile,
  'json.repair': Object.assign(() => void (useJson.getState().problem?.repairs && openRepaired()), {
    isOfUse: () => useJson.getState().problem?.repairs != null,
  }),
  'json.search': toField('json-search'),
  'json.path': toField('json-path'),
  'json.next': inTree(() => stepMatch(1)),
  'json.previous': inTree(() => stepMatch(-1)),
  'json.copyPath': inTree(() => copyRow('path')),
  'json.copyScript': inTree(() => copyRow('script')),
  'json.copyValue': inTree(() => copyRow('value')),
  'json.copyKey': inTree(() => copyRow('key')),
  'json.expandAll': inTree(() => expandRow()),
  'json.openTwo': inTree(() => openTo(2)),
  'json.openThree': inTree(() => openTo(3)),
  'json.collapseAll': inTree(() => openTo(0)),
  'json.within': inTree(openWithin),
  'json.table': whenOpen(() => {
    if (useJson.getState().view === 'table') useJson.setState({ view: 'tree' })
    else inTurn(showTable)
  }),
  'json.tree': whenOpen(() => useJson.setState({ view: 'tree' })),
  'json.compare': show('compare'),
  'json.sortKeys': whenOpen(() => rewrite(2, true)),
  'json.format': copyAll(2, '已复制格式化的全文'),
  'json.minify': copyAll(0, '已复制压缩的全文'),
  'json.download': whenOpen(download),
  'json.clear': whenOpen(closeJson),
}
