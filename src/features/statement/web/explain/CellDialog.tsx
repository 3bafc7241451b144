// Explains a figure: formula and parts, which values its change comes from, the rows behind it, statement, freshness.
import { Button, Callout, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useState } from 'react'
import { restatedLine } from '#semantic/model/shown/restated.ts'
import { call } from '#web/api/client.ts'
import { ByKey } from '#web/shell/keys/ByKey.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { TabList } from '#web/ui/TabList.tsx'
import { explainCell } from '#features/statement/contract.ts'
import { elapsedText, figureText } from '../formats.ts'
import { useReport } from '../report/store.ts'
import { sumsText } from '../sumsText.ts'
import './explain.css'
import { timeText } from '#web/ui/timeText.ts'
import { PlayersPart } from '../players/PlayersPart.tsx'
import { ChangePart, isSplit } from './ChangePart.tsx'
import { FormulaPart } from './FormulaPart.tsx'
import { asTotal, bodyOf, type CellQuestion, isTotal } from './question.ts'
import { RowsPart, rowsTitle } from './RowsPart.tsx'
import { SqlPart } from './SqlPart.tsx'
import type { CellPart, Coordinate } from './store.ts'
import { useAnswer } from './useAnswer.ts'

interface Props {
  question: CellQuestion
  coordinates: Coordinate[]
  /** The part to begin with; absent: a change begins with its origin. */
  part?: CellPart
  onClose: () => void
}

const partHeight = 300
const mostRestated = 4

export function CellDialog({ question: cell, coordinates, part, onClose }: Props) {
  const table = useReport((state) => state.result?.table)
  const [whole, setWhole] = useState(false)
  const [tab, setTab] = useState<CellPart>(part ?? (cell.column.role === 'change' ? 'change' : 'formula'))
  const question = whole && table ? asTotal(cell, table) : cell
  const { column, shown } = question
  const bodyKey = JSON.stringify(bodyOf(question))
  const {
    value: answer,
    problem,
    again,
  } = useAnswer(bodyKey, (signal) =>
    call(explainCell, { body: bodyOf(question) }, { signal, quiet: true, loading: null }),
  )
  const text = (value: CellQuestion['shown']) => {
    const figure = figureText(value, column.format, column.unit)
    return column.unit === '%' && figure !== '–' ? `${figure}%` : figure
  }
  const differs = answer !== null && text(answer.value) !== text(shown)
  const name = `${column.title} ${isTotal(question) ? '合计' : coordinates.map((one) => one.text).join(' ')}`
  return (
    <TitledDialog title={`解释：${column.title}`} onClose={onClose} className="explain-dialog">
      <DialogBody>
        <div className="explain-figure">
          <b>{text(shown)}</b>
          {column.unit && column.unit !== '%' && <span>{column.unit}</span>}
          <Coordinates coordinates={isTotal(question) ? [] : coordinates} />
        </div>
        {differs && (
          <p className="explain-differs" role="status">
            刚才重新计算的是 {text(answer.value)}，与表里不同：数据已更新。
            <ByKey command="report.refresh" />
            刷新报表。
          </p>
        )}
        {answer?.restated && (
          <Callout compact intent="warning" icon={null} className="explain-restated">
            <ul>
              {answer.restated.slice(0, mostRestated).map((figure) => (
                <li key={`${figure.day} ${figure.point}`}>
                  {figure.day} {restatedLine(figure, timeText(figure.at, 'short'))}
                </li>
              ))}
              {answer.restated.length > mostRestated && (
                <li>另有 {answer.restated.length - mostRestated} 处修订</li>
              )}
            </ul>
          </Callout>
        )}
        {problem !== null && <ErrorState title="计算失败" failure={problem} onRetry={again} />}
        {problem === null && (
          <TabList
            label="解释"
            selected={tab}
            onSelect={setTab}
            tabs={[
              {
                id: 'formula',
                title: '口径',
                panel: answer ? <FormulaPart question={question} answer={answer} /> : <Skeleton lines={8} />,
              },
              ...(isSplit(question)
                ? [
                    {
                      id: 'change' as const,
                      title: '变化来自谁',
                      panel: <ChangePart question={question} onClose={onClose} />,
                    },
                  ]
                : []),
              {
                id: 'players',
                title: '玩家',
                panel: <PlayersPart key={bodyKey} question={question} name={name} onLeave={onClose} />,
              },
              {
                id: 'rows',
                title: answer ? rowsTitle(answer.rows) : '数据行',
                panel: answer ? (
                  <RowsPart rows={answer.rows} name={name} height={partHeight - 60} onLeave={onClose} />
                ) : (
                  <Skeleton lines={8} />
                ),
              },
              {
                id: 'sql',
                title: 'SQL',
                panel: answer ? (
                  <SqlPart sql={answer.sql} name={name} height={partHeight - 40} onLeave={onClose} />
                ) : (
                  <Skeleton lines={8} />
                ),
              },
            ]}
          />
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {(whole || !isTotal(cell)) && table?.summary && (
              <Button text={whole ? '看此格' : '看合计'} onClick={() => setWhole(!whole)} />
            )}
            <Button intent="primary" text="关闭" onClick={onClose} autoFocus />
          </>
        }
      >
        {answer && (
          <span className="explain-fresh">
            {answer.updateTime && `数据截至 ${timeText(answer.updateTime)}　`}
            {answer.cached ? '取自缓存' : '刚刚计算'}，用时 {elapsedText(answer.elapsedMs)}
            {answer.replica !== undefined && `，由 ${answer.replica} 回应`}
            {answer.sums && `　${sumsText(answer.sums)}`}
          </span>
        )}
      </DialogFooter>
    </TitledDialog>
  )
}

function Coordinates({ coordinates }: { coordinates: Coordinate[] }) {
  if (coordinates.length === 0) return <span className="explain-where">合计</span>
  return (
    <>
      {coordinates.map(({ title, text }) => (
        <span key={title} className="explain-where">
          <span>{title}</span> {text}
        </span>
      ))}
    </>
  )
}
