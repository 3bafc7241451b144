// /guide: from an empty installation to reports, alarms and backups, each step with the command that does it.
import './guide.css'
import { chapters } from './chapters.tsx'

export function Page() {
  return (
    <div className="guide">
      <nav className="guide-contents" aria-label="目录">
        <ol>
          {chapters.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it. */}
      <article className="guide-text" tabIndex={0} aria-label="使用指南">
        <h1>使用指南</h1>
        {chapters.map(({ id, title, lead, steps }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{title}</h2>
            <p className="guide-lead">{lead}</p>
            <ol>
              {steps.map((step, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a chapter never change their order.
                <li key={at}>{step}</li>
              ))}
            </ol>
          </section>
        ))}
      </article>
    </div>
  )
}
