// Turns a report's own formula into a point for all reports: the point's form opens with the formula, and
// after saving the report uses the point instead.

import { navigate } from 'wouter/use-browser-location'
import { formulaInNames, unfolded } from '#semantic/model/formulaText.ts'
import { exchangeIds } from '#semantic/model/references.ts'
import { pages } from '#shared/pages.ts'
import { giversText, loadGivers } from '#web/shell/givers.ts'
import { handOver } from '#web/shell/handOver.ts'
import { showMessage } from '#web/shell/message.ts'
import { holds } from '#web/shell/session.ts'
import { copyText } from '#web/ui/copyText.ts'
import { useEditor } from '../editor/store.ts'
import { addressOf } from '../report/follow.ts'
import { useReport } from '../report/store.ts'

/** Placeholder for the point's id in the return address: no point has it. */
const comingId = 2 ** 52

export function askForPoint(id: number): void {
  const { present, params } = useReport.getState()
  if (useEditor.getState().draft) {
    showMessage({ message: '先把编辑应用到页面，再转为指标', intent: 'warning' })
    return
  }
  const formulas = present?.info.formulas ?? []
  const own = formulas.find((one) => one.id === id)
  if (!present || !own) return
  if (!holds(['search_config'])) {
    refuse()
    return
  }
  const stay = (one: number) => one
  const next = exchangeIds(present.info, {
    dim: stay,
    point: stay,
    own: (one) => (one === id ? comingId : one),
  })
  // Points don't know reports' formulas: referenced ones are inlined.
  const known = [...(params?.points ?? []).filter((point) => point.id > 0)]
  handOver('point', {
    name: own.name,
    formula: formulaInNames(unfolded(own, formulas), known),
    format: own.format ?? 'decimal',
    unit: own.unit ?? '',
    back: addressOf(next),
    id: comingId,
  })
  useReport.setState({ picker: null })
  navigate(pages.configPoint({ form: 'new' }))
}

function refuse(): void {
  loadGivers()
  showMessage({
    message: '请配置人员转为指标',
    detail: ['报表保存后，配置人员在指标页的「自建公式」里会看到它；也可以把链接发给他们', giversText()]
      .filter(Boolean)
      .join('；'),
    action: { text: '复制链接', onClick: () => void copyText(location.href, '链接已复制') },
  })
}
