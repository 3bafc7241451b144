// The scenarios of the address side by side, and the saved ones.
import { Button } from '@blueprintjs/core'
import { SmallTable } from '#web/ui/smallTable/SmallTable.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import {
  type Interval,
  type IntervalSum,
  type LearnedEffect,
  likeTitles,
  mostScenarios,
  type ScenarioEffect,
  type TurnoverAddress,
} from '#features/prediction/contract.ts'
import { figuresOf } from './plot.ts'
import { addKept, editScenario, keepShown, removeKept, removeShown } from './scenarioWork.ts'
import { readKept, useTurnover } from './store.ts'

function effectText({ from, to, percent, error, like }: ScenarioEffect, learned?: LearnedEffect): string {
  const days = from === to ? from.slice(5) : `${from.slice(5)} 至 ${to.slice(5)}`
  const size = learned ?? { percent: percent ?? 0, error: error ?? 0 }
  const amount = `${size.percent > 0 ? '+' : ''}${size.percent.toFixed(size.percent % 1 === 0 ? 0 : 1)}%`
  const doubt = size.error > 0 ? ` ± ${size.error.toFixed(size.error % 1 === 0 ? 0 : 1)}` : ''
  const from_ = percent === undefined && like ? `，参照${like.name || likeTitles[like.kind]}` : ''
  return `${days} ${percent === undefined && !learned ? '' : `${amount}${doubt}`}${from_}`
}

interface Props {
  interval: Interval
  asked: TurnoverAddress
}

export function ScenarioList({ interval, asked }: Props) {
  const kept = useTurnover((state) => state.kept)
  const failure = useTurnover((state) => state.keptFailure)
  const others = kept.filter(({ name }) => !asked.scenarios.some((one) => one.name === name))
  if (asked.scenarios.length === 0 && kept.length === 0 && !failure) return null
  return (
    <section className="prediction-scenarios" aria-labelledby="scenarios-title">
      <h2 id="scenarios-title">假设</h2>
      {asked.scenarios.length > 0 && <Shown interval={interval} asked={asked} />}
      {failure && (
        <FailureLine what="已保存的假设读取失败" failure={failure} onRetry={() => void readKept()} />
      )}
      {others.length > 0 && (
        <p className="prediction-kept">
          <span className="prediction-muted">已保存</span>
          {others.map((scenario) => (
            <span key={scenario.id} className="prediction-kept-one">
              <Button
                size="small"
                disabled={asked.scenarios.length >= mostScenarios}
                title={scenario.effects.map((effect) => effectText(effect)).join('；')}
                onClick={() => addKept(scenario)}
              >
                {scenario.name}
              </Button>
              <Button
                size="small"
                variant="minimal"
                aria-label={`删除已保存的「${scenario.name}」`}
                onClick={() => void removeKept(scenario)}
              >
                删除
              </Button>
            </span>
          ))}
        </p>
      )}
    </section>
  )
}

function Shown({ interval, asked }: Props) {
  const { point, series, levels } = interval
  const place = Math.max(0, levels.indexOf(asked.level))
  const [first] = series
  const kept = useTurnover((state) => state.kept)
  const isWhole = ({ grain }: IntervalSum) => grain === 'all'
  const base = first?.sums.find(isWhole)
  const sums = [base, ...(first?.scenarios ?? []).map((told) => told.sums.find(isWhole))]
  const text = figuresOf(
    point,
    sums.flatMap((sum) => [sum?.expected, sum?.bands[place]?.low, sum?.bands[place]?.high]),
  )
  return (
    <SmallTable className="prediction-table prediction-scenario-table">
      <thead>
        <tr>
          <th scope="col">名称</th>
          <th scope="col">影响</th>
          {base && (
            <>
              <th scope="col" className="prediction-number">
                合计
              </th>
              <th scope="col" className="prediction-number">
                {levels[place]}% 区间
              </th>
              <th scope="col" className="prediction-number">
                较无假设
              </th>
            </>
          )}
          <th>
            <span className="visually-hidden">操作</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {base && (
          <tr>
            <th scope="row">无假设</th>
            <td className="prediction-muted">按原来的走势</td>
            <td className="prediction-number">{text(base.expected)}</td>
            <td className="prediction-number">
              {text(base.bands[place]?.low ?? null)} – {text(base.bands[place]?.high ?? null)}
            </td>
            <td />
            <td />
          </tr>
        )}
        {asked.scenarios.map((scenario, at) => {
          const told = first?.scenarios[at]
          const sum = told?.sums.find(isWhole)
          const change = sum && base && base.expected !== 0 ? sum.expected / base.expected - 1 : null
          const saved = kept.find(({ name }) => name === scenario.name)
          const isSame = saved && JSON.stringify(saved.effects) === JSON.stringify(scenario.effects)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: scenarios are known by their place.
            <tr key={at}>
              <th scope="row">{scenario.name}</th>
              <td>
                {scenario.effects.map((effect, which) => {
                  const learned = told?.effects[which]
                  const past = learned?.events.map(
                    ({ title, from, percent }) => `${from} ${title} ${percent > 0 ? '+' : ''}${percent}%`,
                  )
                  return (
                    // biome-ignore lint/suspicious/noArrayIndexKey: effects are known by their place.
                    <div key={which} title={past?.join('\n')}>
                      {effectText(effect, learned)}
                      {learned && learned.events.length > 0 && (
                        <span className="prediction-muted">（过去 {learned.events.length} 次）</span>
                      )}
                      {learned?.problem && <span className="prediction-muted">（{learned.problem}）</span>}
                    </div>
                  )
                })}
              </td>
              {base && (
                <>
                  <td className="prediction-number">{text(sum?.expected ?? null)}</td>
                  <td className="prediction-number">
                    {text(sum?.bands[place]?.low ?? null)} – {text(sum?.bands[place]?.high ?? null)}
                  </td>
                  <td className="prediction-number">
                    {change === null ? '' : `${change > 0 ? '+' : ''}${(change * 100).toFixed(1)}%`}
                  </td>
                </>
              )}
              <td className="prediction-row-actions">
                <Button
                  size="small"
                  variant="minimal"
                  text="修改"
                  aria-label={`修改「${scenario.name}」`}
                  onClick={() => editScenario(at)}
                />
                {!isSame && (
                  <Button
                    size="small"
                    variant="minimal"
                    text="保存"
                    aria-label={`保存「${scenario.name}」`}
                    onClick={() => void keepShown(at)}
                  />
                )}
                <Button
                  size="small"
                  variant="minimal"
                  text="移除"
                  aria-label={`移除「${scenario.name}」`}
                  onClick={() => removeShown(at)}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </SmallTable>
  )
}
