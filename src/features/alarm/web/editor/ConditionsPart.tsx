// The conditions as sentences that can be read, joined by 且 or 或.
import { Button, SegmentedControl } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { KeyHint } from '../../../../web/shell/keys/KeyHint.tsx'
import type { AlarmCondition } from '../../contract.ts'
import { useBook } from '../book.ts'
import { ConditionRow } from './ConditionRow.tsx'
import { FieldLine, Part } from './Part.tsx'
import { useEditor } from './store.ts'
import { addCondition, change } from './work.ts'

const mostConditions = 20

export function ConditionsPart() {
  const rule = useEditor((state) => state.draft)
  const options = useBook((state) => state.options)
  if (!rule || !options) return null
  const { conditions, join } = rule
  const hasForecast = conditions.some(({ kind }) => kind === 'forecast')
  const set = (next: AlarmCondition[]) => change({ conditions: next })
  return (
    <Part title="什么时候告警">
      <FieldLine name="conditions">
        {conditions.length === 0 && <p className="alarm-muted">先选择指标，再写条件。</p>}
        {conditions.length > 1 && (
          <SegmentedControl
            size="small"
            aria-label="条件之间"
            options={[
              { value: 'or', label: '满足任一条件' },
              { value: 'and', label: '同时满足' },
            ]}
            value={join}
            onValueChange={(next) => change({ join: next as typeof join }, ['join', 'conditions'])}
          />
        )}
        <ol className="alarm-conditions">
          {conditions.map((condition, at) => (
            <ConditionRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a condition is known by its place.
              key={at}
              at={at}
              join={at === 0 ? null : join}
              condition={condition}
              rule={rule}
              options={options}
              onChange={(next) => set(conditions.with(at, next))}
              onRemove={() => set(conditions.toSpliced(at, 1))}
            />
          ))}
        </ol>
        {hasForecast && <p className="form-help alarm-method">预测区间：{options.forecastMethod}</p>}
        <Button
          variant="minimal"
          icon={<Plus size={14} />}
          disabled={conditions.length >= mostConditions}
          onClick={addCondition}
        >
          添加条件 <KeyHint command="alarm.addCondition" />
        </Button>
      </FieldLine>
    </Part>
  )
}
