// A list of names and values, with keyboard navigation when it is long.

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
