// The options of the figures: switches with shortcuts, ranks, shares, pinned columns, and the content of
// exports.
import { Button, NumericInput, Switch } from '@blueprintjs/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { CommandId } from '#commands/index.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { SwitchSetting } from '#web/shell/drawer/SwitchSetting.tsx'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { CalculationsOption } from '#features/statement/web/calculation/CalculationsOption.tsx'
import { change } from '../follow.ts'
import { useReport } from '../store.ts'
import { HeatOption } from './HeatOption.tsx'
import { fillRefusal, isPlain, subtotalRefusal } from './offers.ts'
import { togglePreviousFigures, usePreviousFigures } from './previousFigures.ts'
import { SharesOption } from './SharesOption.tsx'
import { TopOption } from './TopOption.tsx'
import { toggleTotals, useTotals } from './totals.ts'
import './options.css'

const most = 50

interface ToggleProps {
  text: string
  checked: boolean
  onChange: () => void
  refused?: string
  command: CommandId
}

function Toggle({ text, checked, onChange, refused = '', command }: ToggleProps) {
  const reason = useId()
  return (
    <div className="option">
      <Switch
        className="option-switch"
        role="switch"
        checked={checked}
        // An active option can always be switched off.
        disabled={refused !== '' && !checked}
        aria-describedby={refused ? reason : undefined}
        onChange={onChange}
        label={text}
      />
      <KeyHint command={command} />
      {refused && (
        <p className="option-reason" id={reason}>
          {refused}
        </p>
      )}
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="option-section" aria-label={title}>
      <h3 className="option-heading">{title}</h3>
      {children}
    </section>
  )
}

function Frozen({ info }: { info: ReportInfo }) {
  const id = useId()
  const frozen = info.frozen ?? 1
  const set = (count: number) => {
    if (Number.isInteger(count) && count >= 0 && count <= most) {
      change({ frozen: count === 1 ? undefined : count }, { replace: true })
    }
  }
  return (
    <div className="option">
      <label htmlFor={id}>左边冻结</label>
      <NumericInput
        id={id}
        className="option-number"
        size="small"
        min={0}
        max={most}
        minorStepSize={null}
        clampValueOnBlur
        value={frozen}
        onValueChange={set}
      />
      列
      <span className="option-space" />
      <KeyHint command="report.freezeColumns" />
    </div>
  )
}

/** Focuses the requested option, otherwise the first one that can be switched. */
function useFirstFocus(picker: string | null) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const place = picker === 'top' ? '.option-top' : '.option'
    // If the focus is already inside the panel, it stays.
    if (picker !== 'top' && panel.current?.contains(document.activeElement)) return
    const fields = panel.current?.querySelectorAll<HTMLElement>(
      `${place} input:not(:disabled), ${place} select, ${place} button:not(:disabled)`,
    )
    fields?.[0]?.focus()
  }, [picker])
  return panel
}

export function OptionsPanel() {
  const info = useReport((state) => state.present?.info)
  const params = useReport((state) => state.params)
  const picker = useReport((state) => state.picker)
  const totals = useTotals((state) => state.shown)
  const previous = usePreviousFigures((state) => state.shown)
  const panel = useFirstFocus(picker)
  if (!info) return null
  return (
    <div className="options-panel" ref={panel}>
      <Section title="行">
        <Toggle text="合计行" checked={totals} onChange={toggleTotals} command="report.toggleTotals" />
        {isPlain(info) && (
          <>
            <Toggle
              text="各级小计"
              checked={info.subtotals ?? false}
              refused={subtotalRefusal(info, params)}
              onChange={() => change({ subtotals: !info.subtotals }, { atOnce: true })}
              command="report.toggleSubtotals"
            />
            <Toggle
              text="补全缺少的日期"
              checked={info.fillDates ?? false}
              refused={fillRefusal(info, params)}
              onChange={() => change({ fillDates: !info.fillDates }, { atOnce: true })}
              command="report.fillDates"
            />
            <TopOption info={info} params={params} />
          </>
        )}
      </Section>
      <Section title="列">
        {isPlain(info) && (
          <>
            <Toggle
              text="上期数值"
              checked={previous}
              refused={info.compare ? '' : '选择对比后显示'}
              onChange={togglePreviousFigures}
              command="report.togglePrevious"
            />
            <SharesOption info={info} params={params} />
            <CalculationsOption
              info={info}
              params={params}
              onChange={(calculations) => change({ calculations }, { atOnce: true })}
              onOpen={(number) =>
                useReport.setState({
                  picker: null,
                  dialog: { kind: 'calculations', ...(number !== undefined && { number }) },
                })
              }
              hint={<KeyHint command="report.calculate" />}
            />
          </>
        )}
        <HeatOption {...(info.heat && { heat: info.heat })} />
        <Frozen info={info} />
      </Section>
      <Section title="导出（个人设置）">
        <SwitchSetting name="exportSetting" label="包含计算值" />
        <SwitchSetting name="computeOnly" label="仅导出计算值" />
        <SwitchSetting name="exportSummary" label="包含合计行" />
      </Section>
      <div className="options-end">
        <Button text="完成" onClick={() => useReport.setState({ picker: null })} />
      </div>
    </div>
  )
}
