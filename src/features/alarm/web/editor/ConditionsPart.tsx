// The conditions as sentences, joined by 且 or 或, single and in groups.
import { Button, SegmentedControl } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { leavesOf } from '#shared/branches.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { useReferenceData } from '../referenceData.ts'
import { change } from './actions.ts'
import { ConditionParts } from './ConditionParts.tsx'
import { addCondition, addGroup, isFull, outerJoin } from './conditionWork.ts'
import { numbered } from './groups.ts'
import { FieldLine, Part } from './Part.tsx'
import { optionsFor } from './rules.ts'
import { useEditor } from './store.ts'

export function ConditionsPart() {
  const rule = useEditor((state) => state.draft)
  const all = useReferenceData((state) => state.options)
  if (!rule || !all) return null
  const options = optionsFor(all, rule)
  const { conditions, join } = rule
  const hasForecast = leavesOf(conditions).some(({ kind }) => kind === 'forecast')
  return (
    <Part title="告警条件">
      <FieldLine name="conditions">
        {conditions.length === 0 && (
          <p className="alarm-muted">
            {rule.watch.query ? '先选择查询和要看的列，再写条件。' : '先选择指标，再写条件。'}
          </p>
        )}
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
        <ConditionParts
          own={conditions}
          place={[]}
          join={outerJoin(rule)}
          rule={rule}
          options={options}
          parts={numbered(conditions)}
        />
        {hasForecast && <p className="form-help alarm-method">预测区间：{options.forecastMethod}</p>}
        <Button
          variant="minimal"
          className="alarm-add-condition"
          icon={<Plus size={14} />}
          disabled={isFull(rule)}
          onClick={() => addCondition([])}
        >
          添加条件 <KeyHint command="alarm.addCondition" />
        </Button>
        <Button
          variant="minimal"
          icon={<Plus size={14} />}
          disabled={isFull(rule)}
          onClick={() => addGroup([])}
        >
          添加条件组 <KeyHint command="alarm.addGroup" />
        </Button>
      </FieldLine>
    </Part>
  )
}
