// Reports within views, and the columns that are a report's own, as palette entries: 次日留存率 is no point, and is found.
import { call } from '#web/api/client.ts'
import type { PaletteEntry } from '#web/shell/palette/entries.ts'
import { getReportColumns, type NamedReport } from '../contract.ts'
import { writeAddress } from './address/address.ts'
import { pathOf, readTree, sharedFor } from './paletteSources.ts'

interface Placed extends NamedReport {
  view: string
  folder: string
}

/** One request for reports and columns, which are loaded together. */
const readNamed = sharedFor(1_000, async (signal): Promise<Placed[]> => {
  const [reports, tree] = await Promise.all([
    call(getReportColumns, {}, { signal, quiet: true }),
    readTree(signal),
  ])
  const views = new Map(
    tree.flatMap((folder) =>
      folder.metas.map(({ id, name }) => [id, { view: name, folder: pathOf(folder, tree) }] as const),
    ),
  )
  return reports.flatMap((report) => {
    const place = views.get(report.viewMetaId)
    return place ? [{ ...report, ...place }] : []
  })
})

const openingOf = ({ id, viewMetaId }: NamedReport): string =>
  writeAddress({ view: viewMetaId, report: id, changes: {} })

/** A report that is called like its view is found as the view. */
export const readReportEntries = async (signal: AbortSignal): Promise<PaletteEntry[]> =>
  (await readNamed(signal))
    .filter(({ name, view }) => name !== view)
    .map((report) => ({
      id: `report:${report.id}`,
      title: report.name,
      pinyin: report.pinyin,
      icon: 'document',
      detail: report.view,
      go: openingOf(report),
    }))

export const readColumnEntries = async (signal: AbortSignal): Promise<PaletteEntry[]> =>
  (await readNamed(signal)).flatMap((report) =>
    report.columns.map(({ title, pinyin }) => ({
      id: `reportColumn:${report.id}:${title}`,
      title,
      pinyin,
      icon: 'numerical',
      detail: report.name === report.view ? report.view : `${report.view} / ${report.name}`,
      go: openingOf(report),
      preview: async () => ({
        title,
        subtitle: '报表的列',
        facts: [
          { label: '报表', value: report.name },
          { label: '视图', value: [report.folder, report.view].filter(Boolean).join(' / ') },
        ],
      }),
    })),
  )
