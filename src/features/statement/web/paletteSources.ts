// Views and folders, points and dimensions as palette entries; loaded on first use.
import { pages } from '#shared/pages.ts'
import { retiredText, verifiedText } from '#shared/standing.ts'
import { call } from '#web/api/client.ts'
import { alsoOf } from '#web/pick/pickItem.ts'
import { businessToday } from '#web/shell/businessDay.ts'
import type { PaletteEntry, PalettePage, PalettePreview } from '#web/shell/palette/entries.ts'
import { holds } from '#web/shell/session.ts'
import {
  getReportBy,
  getReportByViewMetaId,
  getReportQueryParam,
  getViewMeta,
  looseFolderId,
  type QueryDimension,
  type QueryPoint,
  type Report,
  type ViewMeta,
  type ViewType,
} from '../contract.ts'
import { writeAddress } from './address/address.ts'
import { dateOf, pointFigures } from './pointFigures.ts'
import { keepAhead } from './report/asking/ahead.ts'
import { isRetiredView, standingText } from './tree/standing.ts'

/** One request for views and folders, which are loaded together. */
export const readTree = sharedFor(1_000, (signal) => call(getViewMeta, { body: {} }, { signal, quiet: true }))

export async function readViews(signal: AbortSignal): Promise<PaletteEntry[]> {
  const tree = await readTree(signal)
  return tree.flatMap((folder) => folder.metas.map((meta) => viewEntry(meta, pathOf(folder, tree))))
}

export async function readFolders(signal: AbortSignal): Promise<PaletteEntry[]> {
  const tree = await readTree(signal)
  return tree.filter(({ id }) => id !== looseFolderId).map((folder) => folderEntry(folder, tree))
}

function viewEntry(view: ViewMeta, folder: string): PaletteEntry {
  const { id, name, pinyin, shared } = view
  const standing = standingText(view)
  return {
    id: `view:${id}`,
    title: name,
    pinyin,
    icon: 'document',
    detail: [folder, shared ? '' : '私有', isRetiredView(view) ? '停用' : ''].filter(Boolean).join(' '),
    go: writeAddress({ view: id, report: null, changes: {} }),
    page: {
      title: name,
      placeholder: '选择其中一张报表',
      load: async (signal) => (await readReports(id, signal)).map((report) => reportEntry(report, '')),
    },
    preview: async (signal) => {
      const reports = await readReports(id, signal)
      keepAhead(id, reports)
      return {
        ...viewPreview(name, folder, reports),
        ...(standing !== '' && { facts: [{ label: '核对与停用', value: standing }] }),
      }
    },
  }
}

export const readReports = (id: number, signal: AbortSignal): Promise<Report[]> =>
  call(getReportByViewMetaId, { params: { id } }, { signal, quiet: true })

function viewPreview(title: string, subtitle: string, reports: readonly Report[]): PalettePreview {
  const remark = reports.find((report) => report.remark.trim() !== '')?.remark
  return {
    title,
    subtitle,
    ...(remark && { text: remark }),
    lists: [{ heading: `${reports.length} 张报表`, items: reports.map(({ reportName }) => reportName) }],
  }
}

/** Reports of one view are shown with their positions; others with their view. */
function reportEntry({ id, reportName, viewMetaId }: Report, detail: string): PaletteEntry {
  return {
    id: `report:${id}`,
    title: reportName,
    pinyin: '',
    icon: 'document',
    go: writeAddress({ view: viewMetaId, report: id, changes: {} }),
    ...(detail && { detail }),
  }
}

function folderEntry(folder: ViewType, tree: readonly ViewType[]): PaletteEntry {
  const above = tree.find(({ id }) => id === folder.parentId)
  const path = pathOf(folder, tree)
  const within = [
    ...tree.filter(({ parentId }) => parentId === folder.id).map((inner) => folderEntry(inner, tree)),
    ...folder.metas.map((meta) => viewEntry(meta, path)),
  ]
  return {
    id: `folder:${folder.id}`,
    title: folder.name,
    pinyin: folder.pinyin,
    icon: 'folder-close',
    detail: [above && pathOf(above, tree), `${within.length} 项`].filter(Boolean).join(' '),
    page: { title: folder.name, placeholder: '在文件夹中查找', load: async () => within },
  }
}

/** Names from the top down; a folder inside itself ends the loop. */
export function pathOf(folder: ViewType, tree: readonly ViewType[]): string {
  const names: string[] = []
  const seen = new Set<number>()
  let now: ViewType | undefined = folder.id === looseFolderId ? undefined : folder
  while (now && !seen.has(now.id)) {
    seen.add(now.id)
    names.unshift(now.name)
    const above: number | null = now.parentId
    now = above === null ? undefined : tree.find(({ id }) => id === above)
  }
  return names.join(' / ')
}

/** All of them, as for an unsaved report. */
export const readOffers = sharedFor(1_000, (signal) =>
  call(getReportQueryParam, { params: { reportId: 0 }, query: {} }, { signal, quiet: true }),
)

export async function readPoints(signal: AbortSignal): Promise<PaletteEntry[]> {
  const { points, dimensions } = await readOffers(signal)
  const date = dateOf(dimensions)
  return points.map((point) => pointEntry(point, date))
}

export const readDimensions = async (signal: AbortSignal): Promise<PaletteEntry[]> =>
  (await readOffers(signal)).dimensions.map(dimensionEntry)

function pointEntry(
  { id, name, describe, note, unit, pinyin, ...point }: QueryPoint,
  date: QueryDimension | undefined,
): PaletteEntry {
  const also = alsoOf(point)
  const today = businessToday()
  const facts = [
    { label: '停用', value: retiredText(point, today) },
    { label: '核对', value: verifiedText(point, today) },
    { label: '别名', value: point.synonyms.join('、') },
    { label: '单位', value: unit },
    { label: '说明', value: note },
  ].filter(({ value }) => value !== '')
  return {
    id: `point:${id}`,
    title: name,
    pinyin,
    icon: 'numerical',
    ...(also && { en: also.text, enPinyin: also.pinyin }),
    ...(unit && { detail: unit }),
    figures: (signal) => pointFigures(id, date, signal),
    page: usersPage(name, 'PointId', id),
    preview: async () => ({ title: name, subtitle: '指标', text: describe, facts }),
  }
}

function dimensionEntry({ id, name, describe, pinyin }: QueryDimension): PaletteEntry {
  return {
    id: `dimension:${id}`,
    title: name,
    pinyin,
    icon: 'layers',
    page: usersPage(name, 'DimId', id),
    preview: async () => ({ title: name, subtitle: '维度', text: describe }),
  }
}

/** Actions on a point or dimension: add it to the shown report, or open a report that uses it. */
function usersPage(title: string, type: 'PointId' | 'DimId', id: number): PalettePage {
  return {
    title,
    placeholder: '选择用到它的报表',
    load: async (signal) => {
      const [reports, tree, adding] = await Promise.all([
        call(getReportBy, { params: { type, id }, body: {} }, { signal, quiet: true }),
        readTree(signal),
        addingEntry(title, type, id),
      ])
      const names = new Map(tree.flatMap(({ metas }) => metas.map((meta) => [meta.id, meta.name])))
      return [
        ...adding,
        ...configEntry(title, type, id),
        ...reports.map((report) => reportEntry(report, names.get(report.viewMetaId) ?? '')),
      ]
    },
  }
}

/** For users who may change it. */
function configEntry(title: string, type: 'PointId' | 'DimId', id: number): PaletteEntry[] {
  if (!holds('search_config')) return []
  const path = type === 'PointId' ? pages.configPoint() : pages.configDimension()
  return [
    {
      id: `config:${type}:${id}`,
      title: `打开配置：${title}`,
      pinyin: '',
      icon: 'cog',
      go: `${path}?${new URLSearchParams({ text: title, chosen: String(id) })}`,
    },
  ]
}

/** Loaded on demand: the report page's code is not needed to open the palette. */
async function addingEntry(title: string, type: 'PointId' | 'DimId', id: number): Promise<PaletteEntry[]> {
  const [{ change }, { useReport }] = await Promise.all([
    import('./report/follow.ts'),
    import('./report/store.ts'),
  ])
  const part = type === 'PointId' ? 'points' : 'dims'
  const info = useReport.getState().present?.info
  if (!info || info[part].includes(id) || !window.location.pathname.startsWith(pages.statementDetail()))
    return []
  return [
    {
      id: `add:${part}:${id}`,
      title: `加入当前报表：${title}`,
      pinyin: '',
      icon: 'add',
      run: () => change({ [part]: [...info[part], id] }),
    },
  ]
}

/** Shares one request between callers at about the same time. */
export function sharedFor<Answer>(
  keptMs: number,
  ask: (signal: AbortSignal) => Promise<Answer>,
): (signal: AbortSignal) => Promise<Answer> {
  let asked: { at: number; signal: AbortSignal; answer: Promise<Answer> } | undefined
  return (signal) => {
    if (!asked || asked.signal.aborted || Date.now() - asked.at > keptMs) {
      const answer = ask(signal)
      const mine = { at: Date.now(), signal, answer }
      asked = mine
      answer.catch(() => {
        if (asked === mine) asked = undefined
      })
    }
    return asked.answer
  }
}
