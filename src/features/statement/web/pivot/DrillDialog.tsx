// Asks where to drill from a cell: into another dimension, or to another report on the same value.
import { DialogBody } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import type { NodeTexts } from '#semantic/model/pivot/nodeText.ts'
import { call } from '#web/api/client.ts'
import { loadingTexts } from '#web/api/loading.ts'
import { PickList } from '#web/pick/PickList.tsx'
import { type PickItem, pickItems } from '#web/pick/pickItem.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { getReportBy, type QueryDimension, type Report } from '#features/statement/contract.ts'
import { useCategories } from '../pickers/categories.ts'
import { loadParams } from '../report/asking/loading.ts'
import { change } from '../report/follow.ts'
import { useReport } from '../report/store.ts'
import { ownDays } from '../report/table/rowConditions.ts'
import { useTree } from '../tree/store.ts'
import { drilledInto, type Fixed, nextGrain, openAcross } from './drill.ts'
import { usePivot } from './store.ts'

const close = () => usePivot.setState({ drill: null })

interface Props {
  kind: 'down' | 'across'
  fixed: readonly Fixed[]
  texts: NodeTexts
}

export function DrillDialog({ kind, fixed, texts }: Props) {
  const path = fixed.map(({ dimension, node }) => texts.of(node, dimension)).join(' / ') || '全部'
  return (
    <TitledDialog
      title={kind === 'down' ? `「${path}」按什么细看` : `「${path}」在别的报表里`}
      className="drill-dialog"
      onClose={close}
    >
      <DialogBody>{kind === 'down' ? <Down fixed={fixed} /> : <Across fixed={fixed} />}</DialogBody>
    </TitledDialog>
  )
}

function Down({ fixed }: { fixed: readonly Fixed[] }) {
  const params = useReport((state) => state.params)
  const failure = useReport((state) => state.paramsFailure)
  const categories = useCategories('dimension')
  const known = new Set(fixed.map(({ dimension }) => dimension))
  const grainOf = (id: number) => fixed.find(({ dimension }) => dimension === id)?.grain ?? undefined
  // Dates of the cell can only be refined.
  const closer = (dimension: QueryDimension) =>
    known.has(dimension.id) ? nextGrain(grainOf(dimension.id), dimension.grains) : undefined
  const offered = (params?.dimensions ?? []).filter(
    (dimension) => !known.has(dimension.id) || closer(dimension) !== undefined,
  )
  const items = pickItems(offered, categories, ({ unreachable }) => ({ refused: unreachable }))
  return (
    <PickList
      items={items}
      label="搜索维度，可用拼音"
      none={params ? undefined : loadingTexts.load}
      failure={failure}
      onRetry={() => void loadParams()}
      onPick={({ key }) => {
        const { present } = useReport.getState()
        close()
        const dimension = offered.find(({ id }) => id === Number(key))
        if (!present || !dimension) return
        change(
          drilledInto(present.info, fixed, dimension.id, { own: ownDays(params), grain: closer(dimension) }),
          { atOnce: true },
        )
      }}
    />
  )
}

/** Reports of this view, then of other views with the fixed dimensions. */
function useReports(fixed: readonly Fixed[]): Report[] | null {
  const own = useReport((state) => state.reports)
  const shown = useReport((state) => state.present?.report?.id)
  const [others, setOthers] = useState<Report[] | null>(null)
  const dims = [...new Set(fixed.filter(({ grain }) => grain === null).map(({ dimension }) => dimension))]
  const wanted = dims.join(',')
  useEffect(() => {
    let left = false
    const ids = wanted === '' ? [] : wanted.split(',').map(Number)
    Promise.all(
      ids.map((id) =>
        call(getReportBy, { params: { type: 'DimId', id }, body: {} }, { quiet: true, loading: null }),
      ),
    ).then(
      (lists) => left || setOthers(lists.flat()),
      // This view's reports are there in any case.
      () => left || setOthers([]),
    )
    return () => {
      left = true
    }
  }, [wanted])
  const known = new Set(own.map(({ id }) => id))
  const further = (others ?? []).filter(({ id }) => !known.has(id) && known.add(id))
  return [...own.filter(({ id }) => id !== shown), ...further]
}

function Across({ fixed }: { fixed: readonly Fixed[] }) {
  const reports = useReports(fixed)
  const viewId = useReport((state) => state.viewId)
  const views = useTree((state) => state.shape.views)
  const items = (reports ?? []).map(
    (report): PickItem => ({
      key: String(report.id),
      title: report.reportName,
      pinyin: '',
      group: report.viewMetaId === viewId ? '此视图' : (views.get(report.viewMetaId)?.name ?? '其他视图'),
    }),
  )
  return (
    <PickList
      items={items}
      label="搜索报表"
      none="没有别的报表"
      onPick={({ key }) => {
        const { present } = useReport.getState()
        const target = reports?.find(({ id }) => id === Number(key))
        close()
        if (present && target)
          void openAcross(target, present.info, fixed, ownDays(useReport.getState().params))
      }}
    />
  )
}
