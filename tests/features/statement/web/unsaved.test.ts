// @vitest-environment jsdom
// What a reader changes of a report and does not save is kept, offered when they come back, and dropped once it is
// saved, taken back or given up.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useMessages } from '#web/shell/message.ts'
import { useSettings } from '#web/shell/settings.ts'
import type { Report } from '#features/statement/contract.ts'
import { closeEditor, leaveEditor, nameDraft, openEditor } from '#features/statement/web/editor/actions.ts'
import { useEditor } from '#features/statement/web/editor/store.ts'
import { keepAhead } from '#features/statement/web/report/asking/ahead.ts'
import { change, followAddress, leaveReport } from '#features/statement/web/report/follow.ts'
import { useReport } from '#features/statement/web/report/store.ts'
import { forgetSteps, undoStep } from '#features/statement/web/undo.ts'
import { readDrafts } from '#features/statement/web/unsaved/drafts.ts'
import { watchEditor } from '#features/statement/web/unsaved/editorDraft.ts'
import { discardDraft, offerOf, resumeDraft, revertReport } from '#features/statement/web/unsaved/offers.ts'

const report: Report = {
  id: 11,
  reportName: '核心',
  remark: '',
  order: 1,
  viewMetaId: 1,
  info: { dims: [1], points: [5], dateRange: { relative: 'last7' } },
  owner: 'admin',
  editable: true,
  revision: 1,
  modifiedAt: '2026-10-12T00:00:00Z',
}

/** Comes to the page anew: nothing but the browser's storage is left of the visit before. */
async function come(search: string, saved: Report = report) {
  leaveReport()
  keepAhead(1, [saved])
  await go(search)
}
const go = async (search: string) => {
  history.replaceState(null, '', `/statement/detail?${search}`)
  await followAddress(location.search)
}
const offer = () => offerOf(useReport.getState().present, useReport.getState().viewId)
const grain = () => useReport.getState().present?.info.grain

beforeEach(() => {
  localStorage.clear()
  forgetSteps()
  leaveEditor()
  useMessages.setState({ messages: [] })
  useSettings.setState({ autoLoadReportData: false })
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})
afterEach(() => vi.unstubAllGlobals())

it('offers what was changed before, and opens it at its address', async () => {
  await come('id=1')
  change({ grain: 'week' })
  change({ dims: [3] })
  expect(readDrafts()).toHaveLength(1)
  expect(offer()).toBeNull()
  await come('id=1')
  expect(offer()?.info).toMatchObject({ grain: 'week', dims: [3] })
  resumeDraft()
  await followAddress(location.search)
  expect(useReport.getState().present?.info).toMatchObject({ grain: 'week', dims: [3] })
  expect(offer()).toBeNull()
  // The same draft goes on.
  change({ grain: 'month' })
  expect(readDrafts()).toHaveLength(1)
})

it('goes on in the same draft after a reload', async () => {
  await come('id=1')
  change({ grain: 'week' })
  await come(location.search.slice(1))
  expect(offer()).toBeNull()
  change({ grain: 'month' })
  expect(readDrafts()).toHaveLength(1)
})

it('loses no draft to later changes, and brings it onto what others saved meanwhile', async () => {
  await come('id=1')
  change({ grain: 'week' })
  await come('id=1')
  change({ dims: [3] })
  expect(readDrafts()).toHaveLength(2)
  const points = { ...report, revision: 2, info: { ...report.info, points: [5, 6] } }
  await come('id=1', points)
  expect(offer()?.info).toMatchObject({ dims: [3], points: [5, 6] })
  discardDraft()
  expect(offer()?.info).toMatchObject({ grain: 'week', dims: [1] })
  useMessages.getState().messages[0]?.action?.onClick()
  expect(offer()?.info).toMatchObject({ dims: [3] })
})

it('keeps nothing of a link that its reader only read, or of what was taken back by hand', async () => {
  await come('id=1&grain=week')
  expect(readDrafts()).toEqual([])
  await come('id=1')
  change({ grain: 'week' })
  change({ grain: undefined })
  expect(readDrafts()).toEqual([])
})

it('offers what Back left, and is back at what is saved by 还原, whole', async () => {
  await come('id=1')
  change({ grain: 'week', compare: 'week' })
  undoStep()
  await followAddress(location.search)
  expect(grain()).toBeUndefined()
  expect(offer()?.info.grain).toBe('week')
  resumeDraft()
  await followAddress(location.search)
  revertReport()
  expect(location.search).toBe('?id=1')
  expect(readDrafts()).toEqual([])
})

it('is silent once somebody saved the same', async () => {
  await come('id=1')
  change({ grain: 'week' })
  await come('id=1', { ...report, info: { ...report.info, grain: 'week' } })
  expect(offer()).toBeNull()
})

it('keeps what was typed in the editor and left', async () => {
  const stop = watchEditor()
  await come('id=1')
  openEditor()
  nameDraft('核心指标')
  closeEditor()
  await come('id=1')
  expect(offer()?.draft.editor?.name).toBe('核心指标')
  resumeDraft()
  expect(useEditor.getState().draft?.name).toBe('核心指标')
  expect(useEditor.getState().opened?.name).toBe('核心')
  // Typed back: nothing is unsaved any more.
  nameDraft('核心')
  expect(readDrafts()).toEqual([])
  stop()
})
