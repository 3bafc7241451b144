// Names and what belongs to them, read by keys where they are many.

interface Props {
  label: string
  facts: readonly (readonly [string, string])[]
}

export function Facts({ label, facts }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it.
    <section className="jobs-told" tabIndex={0} aria-label={label}>
      <dl className="jobs-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
