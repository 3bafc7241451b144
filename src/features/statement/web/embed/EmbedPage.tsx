// A shared view on the page of another site: its reports, each as a chart and a table, narrowed by address and filters.
import { useEffect } from 'react'
import { showWatermark, watermarkDefaults } from '../../../../web/shell/watermark.ts'
import { EmbedFilters } from './EmbedFilters.tsx'
import { EmbedReport } from './EmbedReport.tsx'
import { type EmbedState, useEmbed } from './useEmbed.ts'

const isDark = (): boolean => document.body.classList.contains('bp6-dark')

export function EmbedPage() {
  const embed = useEmbed()
  const { view, report, figures, problem, busy, change } = embed
  const trace = figures?.table.trace ?? ''
  useEffect(() => showWatermark({ text: watermarkDefaults.text, trace, dark: isDark() }), [trace])
  useEffect(() => {
    if (view) document.title = view.name
  }, [view])
  if (!view) return problem ? <Problem embed={embed} /> : <p className="embed-wait">加载中...</p>
  return (
    <main className="embed" aria-busy={busy}>
      <header className="embed-head">
        <h1>{view.name}</h1>
        {view.reports.length > 1 && (
          <div className="embed-tabs" role="tablist" aria-label="报表">
            {view.reports.map(({ id, name }) => (
              <button
                key={id}
                type="button"
                role="tab"
                aria-selected={id === report?.id}
                onClick={() => change({ report: id, filters: [], range: null })}
              >
                {name}
              </button>
            ))}
          </div>
        )}
      </header>
      {report && <EmbedFilters key={report.id} embed={embed} />}
      {busy && <div className="embed-progress" role="progressbar" aria-label="加载中" />}
      {problem && <Problem embed={embed} />}
      {!report && <p className="embed-wait">这个视图里还没有报表</p>}
      {report && figures && !problem && (
        <EmbedReport key={report.id} report={report} figures={figures} dimmed={busy} />
      )}
    </main>
  )
}

function Problem({ embed: { problem, retry, change, address } }: { embed: EmbedState }) {
  if (!problem) return null
  const isNarrowed = address.filters.length > 0 || address.range !== null
  return (
    <section className="embed-problem" role="alert">
      <h2>{problem.message}</h2>
      {!problem.retry && <p>请向把地址给你的人要新的地址</p>}
      {problem.retry && (
        <button type="button" onClick={retry}>
          重试
        </button>
      )}
      {problem.retry && isNarrowed && (
        <button type="button" onClick={() => change({ filters: [], range: null })}>
          清除条件
        </button>
      )}
      {problem.literal && <p className="embed-literal">{problem.literal}</p>}
    </section>
  )
}
