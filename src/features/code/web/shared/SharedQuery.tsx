// A shared query for its readers: its owner, its text and parameters, and its latest result where shared.
import { AnchorButton, Button } from '@blueprintjs/core'
import { DocumentOpen, Duplicate } from '@blueprintjs/icons'
import { parametersText } from '#shared/sql/parameterText.ts'
import { SqlText } from '#web/editor/SqlText.tsx'
import { holds } from '#web/shell/session.ts'
import { copyText } from '#web/ui/copyText.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import { parameterFacts } from '../lists/parameterFacts.ts'
import { queryAddress } from '../lists/queries.ts'
import { shareTexts } from '../lists/ShareDialog.tsx'
import { fullTimeText } from '../lists/texts.ts'
import { namesOf, ResultTable } from './ResultTable.tsx'
import type { View } from './view.ts'

const DrawnResult = onDemand(async () => (await import('./DrawnResult.tsx')).DrawnResult)

export function SharedQuery({ view }: { view: View }) {
  const { id, name, owner, modifiedAt, sql, params, result, labels, chart, own, share } = view
  const facts = parameterFacts(params)
  const given = parametersText(result?.params)
  const namesUnder = (title: string | null) =>
    namesOf(labels).get(result?.columns.findIndex((column) => column.title === title) ?? -1)
  return (
    <main className="code-view">
      <header className="code-view-head">
        <h1 title={name}>{name}</h1>
        <p>
          <span>{owner}</span>
          <span>修改于 {fullTimeText(modifiedAt)}</span>
          {own && <span>{share === 'off' ? '未分享，只有你能看到此页' : shareTexts[share]}</span>}
        </p>
        <div className="code-view-actions">
          <Button
            variant="minimal"
            icon={<Duplicate size={14} />}
            text="复制 SQL"
            onClick={() => void copyText(sql, 'SQL 已复制')}
          />
          {!own && holds('search_sqlQuery') && (
            <AnchorButton
              variant="minimal"
              icon={<DocumentOpen size={14} />}
              text="打开为副本"
              title="在编辑器中打开，改动存为你自己的查询"
              href={queryAddress(id)}
            />
          )}
          {own && (
            <AnchorButton
              variant="minimal"
              icon={<DocumentOpen size={14} />}
              text="在编辑器中打开"
              href={queryAddress(id)}
            />
          )}
        </div>
      </header>
      {facts.length > 0 && (
        <dl className="query-facts code-view-parameters" aria-label="参数">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>
                <code className="sql-parameter">{label}</code>
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className={result ? 'code-view-sql code-view-sql-beside' : 'code-view-sql'}>
        <SqlText sql={sql} label="SQL" />
      </div>
      {chart && <DrawnResult chart={chart} namesUnder={namesUnder} />}
      {given !== '' && <p className="code-view-given">此结果的参数：{given}</p>}
      {result && <ResultTable result={result} labels={labels} />}
    </main>
  )
}
