// The draft's options and preview: requested after a typing pause; newer requests abort older ones.

import type { ReportInfo } from '#semantic/model/types.ts'
import { call, failureOf } from '#web/api/client.ts'
import { getReportDataByInfo } from '#features/statement/contract.ts'
import { readParams } from '../formulas/params.ts'
import { askedInfo } from '../report/asking/request.ts'
import { fewestPoints } from './kinds.ts'
import { type Draft, useEditor } from './store.ts'

const pauseMs = 300
/** Enough for a preview. */
const previewRows = 200

let timer: ReturnType<typeof setTimeout> | undefined
let previewing: AbortController | null = null
let paramsAsked: { key: string; control: AbortController } | null = null
let asks = 0

export function stopLoading(): void {
  clearTimeout(timer)
  previewing?.abort()
  paramsAsked?.control.abort()
  previewing = null
  paramsAsked = null
}

/** Whether the draft is complete enough for a request. */
const canPreview = ({ kind = 'table', points, dims }: ReportInfo): boolean =>
  kind === 'table' ? points.length + dims.length > 0 : points.length >= fewestPoints[kind]

/** After a change: options at once, figures after a pause. */
export function loadForDraft({ atOnce = false } = {}): void {
  void loadParams()
  clearTimeout(timer)
  previewing?.abort()
  previewing = null
  const info = useEditor.getState().draft?.info
  if (!info || !canPreview(info)) {
    useEditor.setState({ preview: null, previewing: false, failure: null })
    return
  }
  useEditor.setState({ previewing: true })
  timer = setTimeout(() => void loadPreview(), atOnce ? 0 : pauseMs)
}

export async function loadParams(): Promise<void> {
  const { draft } = useEditor.getState()
  if (!draft) return
  const { info, report } = draft
  const key = JSON.stringify([info.dims, info.points, info.formulas])
  if (paramsAsked?.key === key) return
  paramsAsked?.control.abort()
  const mine = { key, control: new AbortController() }
  paramsAsked = mine
  try {
    const params = await readParams({ reportId: report?.id ?? 0, info, signal: mine.control.signal })
    if (paramsAsked === mine) useEditor.setState({ params, paramsFailure: null })
  } catch (error) {
    if (paramsAsked !== mine) return
    paramsAsked = null
    // The known options stay; the lists say why there are no more.
    const failure = failureOf(error)
    if (!failure.aborted) useEditor.setState({ paramsFailure: failure })
  }
}

const askPreview = ({ report, info }: Draft, signal: AbortSignal) =>
  call(
    getReportDataByInfo,
    {
      body: {
        ...(report && { reportId: report.id }),
        info: { ...askedInfo(info), limit: Math.min(info.limit ?? previewRows, previewRows) },
      },
    },
    {
      signal,
      requestId: `preview-${Date.now().toString(36)}-${asks}`,
      quiet: true,
      loading: null,
    },
  )

async function loadPreview(): Promise<void> {
  const { draft } = useEditor.getState()
  if (!draft) return
  const mine = new AbortController()
  previewing = mine
  asks += 1
  try {
    const table = await askPreview(draft, mine.signal)
    if (previewing === mine)
      useEditor.setState({ preview: { info: draft.info, table }, previewing: false, failure: null })
  } catch (error) {
    if (previewing !== mine) return
    useEditor.setState({ previewing: false, failure: failureOf(error) })
  }
}
