// Days, groups, filters and currency of the report, all kept in the address.
import { Button, ButtonGroup, HTMLSelect } from '@blueprintjs/core'
import { navigate } from 'wouter/use-browser-location'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { DayField } from '#web/ui/day/DayField.tsx'
import { type FlowGroup, type FlowReport, flowGroups, flowGroupTitles } from '#features/gameflow/contract.ts'
import { addressOf, type FlowAddress } from './address.ts'
import { PresetButtons } from './PresetButtons.tsx'

const offered: readonly FlowGroup[] = flowGroups.filter((group) => group !== 'currency')

interface Props {
  address: FlowAddress
  report: FlowReport | null
}

export function FlowFilters({ address, report }: Props) {
  const change = (next: Partial<FlowAddress>) => navigate(addressOf({ ...address, ...next }))
  const toggle = (group: FlowGroup) => {
    const chosen = flowGroups.filter((one) => (one === group) !== address.groups.includes(one))
    change({ groups: chosen, ...(group === 'server' && address.groups.includes(group) && { server: '' }) })
  }
  return (
    <search className="flow-filters" aria-label="流水的条件">
      <Days address={address} onChange={change} />
      <PresetButtons days={address} onChange={change} />
      <ButtonGroup className="flow-groups" role="group" aria-label="分组">
        {offered.map((group) => (
          <Button
            key={group}
            text={flowGroupTitles[group]}
            active={address.groups.includes(group)}
            aria-pressed={address.groups.includes(group)}
            onClick={() => toggle(group)}
          />
        ))}
      </ButtonGroup>
      <One
        title="游戏"
        value={address.cgi}
        options={(report?.games ?? []).map(({ cgi, name }) => [cgi, name])}
        onChange={(cgi) => change({ cgi })}
      />
      <One
        title="渠道"
        value={address.channel}
        options={(report?.channels ?? []).map(({ key, name }) => [key, name])}
        onChange={(channel) => change({ channel })}
      />
      {(address.groups.includes('server') || address.server !== '') && (
        <One
          title="区服"
          value={address.server}
          options={(report?.servers ?? []).map(({ key, name }) => [key, name])}
          onChange={(server) => change({ server })}
        />
      )}
      <One
        title="币种"
        value={address.currency}
        options={(report?.currencies ?? []).map((code) => [code, code])}
        onChange={(currency) => change({ currency })}
      />
      <CommandTip command="gameflow.convert" title="原币或折合人民币">
        <Button
          className="flow-convert"
          text={address.converted ? '折合 CNY' : '原币'}
          aria-label={address.converted ? '折合 CNY，换成原币' : '原币，换成折合 CNY'}
          onClick={() => change({ converted: !address.converted })}
        />
      </CommandTip>
    </search>
  )
}

export function Days({
  address: { from, to },
  onChange,
}: {
  address: Pick<FlowAddress, 'from' | 'to'>
  onChange: (days: { from: string; to: string }) => void
}) {
  return (
    <fieldset className="list-filter list-dates">
      <legend className="visually-hidden">日期</legend>
      <DayField label="日期从" value={from} max={to} onChange={(day) => day && onChange({ from: day, to })} />
      <span aria-hidden="true">至</span>
      <DayField label="日期到" value={to} min={from} onChange={(day) => day && onChange({ from, to: day })} />
    </fieldset>
  )
}

interface OneProps {
  title: string
  value: string
  options: readonly (readonly [value: string, title: string])[]
  onChange: (value: string) => void
}

function One({ title, value, options, onChange }: OneProps) {
  // A value from an old link is shown even if nothing has it any more; otherwise nobody would know why
  // nothing is found.
  const isKnown = value === '' || options.some(([key]) => key === value)
  const all = isKnown ? options : [...options, [value, value] as const]
  return (
    <HTMLSelect
      className={value === '' ? 'list-filter' : 'list-filter list-filter-set'}
      aria-label={title}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      options={[{ value: '', label: `全部${title}` }, ...all.map(([key, label]) => ({ value: key, label }))]}
    />
  )
}
