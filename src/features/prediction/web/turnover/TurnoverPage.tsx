// /others/turnoverPredict: the expected figures of the coming days with bands, what-if scenarios, and the
// accuracy of past forecasts.
import { Button } from '@blueprintjs/core'
import { useEffect } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { usePageTitle } from '#web/shell/pageTitle.ts'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { TabList } from '#web/ui/TabList.tsx'
import { readTurnover } from '#features/prediction/contract.ts'
import { nameIn } from '../asked/controls.tsx'
import { readOptions, useOptions } from '../asked/options.ts'
import { AheadPart } from './AheadPart.tsx'
import { PastPart } from './PastPart.tsx'
import { ScenarioDialog } from './ScenarioDialog.tsx'
import { ask, leaveTurnover, readKept, useTurnover } from './store.ts'
import { TurnoverBar } from './TurnoverBar.tsx'
import '#web/ui/titleLine.css'
import '../prediction.css'

const parts = [
  { id: 'ahead', title: '预测' },
  { id: 'past', title: '历史预测准确度' },
] as const

export function Page() {
  const search = useSearch()
  const asked = readTurnover(search)
  const { options, failure } = useOptions()
  const editing = useTurnover((state) => state.editing)
  const point = asked.point ?? options?.turnover ?? null
  usePageTitle(options && point !== null ? `${nameIn(options.points, point, '')}预测` : null)
  useEffect(() => {
    void readOptions()
    void readKept()
    return leaveTurnover
  }, [])
  if (!options && failure)
    return <ErrorState title="流水预测读取失败" failure={failure} onRetry={() => void readOptions()} />
  if (!options) return <Skeleton lines={12} />
  return (
    <section className="prediction-page" aria-labelledby="turnover-title">
      <div className="title-line">
        <h1 className="title-name" id="turnover-title">
          流水预测
        </h1>
        <TabList
          label="预测与回看"
          tabs={parts}
          selected={asked.part}
          onSelect={(part) => ask({ part })}
          controls="turnover-part"
        />
        <span className="prediction-space" />
        <Actions />
      </div>
      <TurnoverBar options={options} asked={asked} />
      <div className="prediction-content" id="turnover-part" role="tabpanel" aria-label="结果">
        {asked.part === 'ahead' ? (
          <AheadPart key="ahead" asked={asked} options={options} search={search} />
        ) : (
          <PastPart key="past" asked={asked} search={search} />
        )}
      </div>
      {editing !== null && <ScenarioDialog key={editing} at={editing} asked={asked} options={options} />}
    </section>
  )
}

function Actions() {
  return (
    <div className="prediction-actions">
      <Button variant="minimal" onClick={() => runCommand('prediction.report')}>
        在报表里查看 <KeyHint command="prediction.report" />
      </Button>
      <Button variant="minimal" onClick={() => runCommand('prediction.exportXlsx')}>
        导出 <KeyHint command="prediction.exportXlsx" />
      </Button>
      <Button intent="primary" variant="outlined" onClick={() => runCommand('prediction.addScenario')}>
        添加假设 <KeyHint command="prediction.addScenario" />
      </Button>
    </div>
  )
}
