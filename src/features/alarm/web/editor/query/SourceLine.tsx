// What a rule watches: figures of reports, or a saved query.
import { SegmentedControl } from '@blueprintjs/core'
import { holds } from '#web/shell/session.ts'
import type { AlarmRule } from '#features/alarm/contract.ts'
import { change } from '../actions.ts'
import { FieldLine } from '../Part.tsx'
import { watchingOf } from '../rules.ts'

/** Only for those who may write SQL; others have nothing to choose. */
export function SourceLine({ rule }: { rule: AlarmRule }) {
  if (!rule.watch.query && !holds('search_sqlQuery')) return null
  const value = rule.watch.query ? 'query' : 'report'
  return (
    <FieldLine name="source" label="来源">
      <SegmentedControl
        size="small"
        aria-label="监控什么"
        options={[
          { value: 'report', label: '报表的指标' },
          { value: 'query', label: '已存查询' },
        ]}
        value={value}
        onValueChange={(next) => {
          if (next !== value)
            change(watchingOf(next === 'query' ? 'query' : 'report'), [
              'points',
              'dims',
              'filters',
              'grain',
              'query',
              'columns',
              'keys',
              'parameters',
              'timing',
              'conditions',
            ])
        }}
      />
    </FieldLine>
  )
}
