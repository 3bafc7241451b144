// A shared view framed by another site: its reports, each as chart and table, narrowed by address and
// filters.
import { useEffect } from 'react'
import { showWatermark, watermarkDefaults } from '#web/shell/watermark.ts'
import { EmbedFilters } from './EmbedFilters.tsx'
import { EmbedReport } from './EmbedReport.tsx'
import { EmbedTabs, embedTabId } from './EmbedTabs.tsx'
import { type EmbedState, useEmbed } from './useEmbed.ts'

const panelId = 'embed-panel'

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
  const tabbed = view.reports.length > 1
  return (
    <main className="embed" aria-busy={busy}>
      <header className="embed-head">
        <h1>{view.name}</h1>
        {tabbed && (
          <EmbedTabs
            reports={view.reports}
            selected={report?.id}
            controls={panelId}
            onSelect={(id) => change({ report: id, filters: [], range: null })}
          />
        )}
      </header>
      <div
        id={panelId}
        {...(tabbed && report && { role: 'tabpanel', 'aria-labelledby': embedTabId(report.id) })}
      >
        {report && <EmbedFilters key={report.id} embed={embed} />}
        {busy && <div className="embed-progress" role="progressbar" aria-label="加载中" />}
        {problem && <Problem embed={embed} />}
        {!report && <p className="embed-wait">这个视图里还没有报表</p>}
        {report && figures && !problem && (
          <EmbedReport key={report.id} report={report} figures={figures} dimmed={busy} />
        )}
      </div>
    </main>
  )
}

function Problem({ embed: { problem, retry, change, address } }: { embed: EmbedState }) {
  if (!problem) return null
  const isNarrowed = address.filters.length > 0 || address.range !== null
  return (
    <section className="embed-problem" role="alert">
      <h2>{problem.message}</h2>
      {problem.remedy === 'address' && <p>请向把地址给你的人要新的地址</p>}
      {problem.remedy === 'retry' && (
        <button type="button" onClick={retry}>
          重试
        </button>
      )}
      {problem.remedy !== 'address' && isNarrowed && (
        <button type="button" onClick={() => change({ filters: [], range: null })}>
          清除条件
        </button>
      )}
      {problem.literal && <p className="embed-literal">{problem.literal}</p>}
    </section>
  )
}
