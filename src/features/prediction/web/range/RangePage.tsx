// /others/rangeSearch: days outside their expected interval with their causes, and rows whose figure is
// within a range.
import { Button } from '@blueprintjs/core'
import { useEffect } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { runCommand } from '#web/shell/keys/run.ts'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { TabList } from '#web/ui/TabList.tsx'
import { type RangeAddress, readRange } from '#features/prediction/contract.ts'
import { readOptions, useOptions } from '../asked/options.ts'
import { RangeBar } from './RangeBar.tsx'
import { Rows } from './Rows.tsx'
import { ask, search as find, leaveRange, useRange } from './store.ts'
import { Unusual } from './Unusual.tsx'
import '#web/ui/titleLine.css'
import '../prediction.css'

const parts = [
  { id: 'unusual', title: '异常日期' },
  { id: 'rows', title: '区间内的行' },
] as const

export function Page() {
  const search = useSearch()
  const asked = readRange(search)
  const { options, failure } = useOptions()
  useEffect(() => {
    void readOptions()
    return leaveRange
  }, [])
  // Selecting a finding starts no new search.
  const key = JSON.stringify({ ...asked, chosen: '' })
  const isReady = options !== null
  const isAsked = asked.part === 'unusual' || (asked.dims.length > 0 && isBounded(asked))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is asked.
  useEffect(() => {
    if (isReady && isAsked) void find(asked)
  }, [isReady, isAsked, key])
  if (!options && failure)
    return <ErrorState title="区间查询读取失败" failure={failure} onRetry={() => void readOptions()} />
  if (!options) return <Skeleton lines={12} />
  return (
    <section className="prediction-page" aria-labelledby="range-title">
      <div className="title-line">
        <h1 className="title-name" id="range-title">
          区间查询
        </h1>
        <TabList
          label="查询内容"
          tabs={parts}
          selected={asked.part}
          onSelect={(part) => ask({ part, chosen: '', dims: [] })}
          controls="range-part"
        />
        <span className="prediction-space" />
        <div className="prediction-actions">
          <Button variant="minimal" onClick={() => runCommand('range.report')}>
            在报表里查看 <KeyHint command="range.report" />
          </Button>
          <Button variant="minimal" onClick={() => runCommand('range.exportXlsx')}>
            导出 <KeyHint command="range.exportXlsx" />
          </Button>
        </div>
      </div>
      <RangeBar options={options} asked={asked} />
      <div className="prediction-content" id="range-part" role="tabpanel" aria-label="结果">
        <Result asked={asked} isAsked={isAsked} />
      </div>
    </section>
  )
}

const isBounded = ({ way, low, high }: RangeAddress): boolean =>
  way === 'top' || way === 'bottom' || low !== '' || high !== ''

function Result({ asked, isAsked }: { asked: RangeAddress; isAsked: boolean }) {
  const { found, rows, failure, isWorking } = useRange()
  if (!isAsked)
    return (
      <EmptyState
        title="还缺条件"
        description={
          asked.dims.length === 0
            ? '选择分行维度（渠道、区服、玩家），再填区间的下限或上限。'
            : '填写区间的下限或上限，或改查最大、最小的若干行。'
        }
      />
    )
  if (failure) return <ErrorState title="查询失败" failure={failure} onRetry={() => void find(asked)} />
  if (asked.part === 'rows') return rows ? <Rows rows={rows} isOld={isWorking} /> : <Skeleton lines={12} />
  return found ? <Unusual found={found} asked={asked} /> : <Skeleton lines={12} label="正在逐日判断..." />
}
