// The dialog of the calculations of the report in front.
import { change } from '../report/follow.ts'
import { useReport } from '../report/store.ts'
import { CalculationsDialog } from './CalculationsDialog.tsx'

interface Props {
  point: number | undefined
  number: number | undefined
  onClose: () => void
}

export function ReportCalculations({ point, number, onClose }: Props) {
  const info = useReport((state) => state.present?.info)
  const params = useReport((state) => state.params)
  const table = useReport((state) => state.result?.table ?? null)
  if (!info) return null
  return (
    <CalculationsDialog
      info={info}
      params={params}
      table={table}
      point={point}
      number={number}
      onChange={(calculations) => change({ calculations }, { atOnce: true })}
      onClose={onClose}
    />
  )
}
