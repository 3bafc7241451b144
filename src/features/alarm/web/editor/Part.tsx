// A section of the rule, and a field in it with its error.
import type { ReactNode } from 'react'
import { problemOf, useEditor } from './store.ts'

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="alarm-part" aria-label={title}>
      <h2 className="alarm-heading">{title}</h2>
      {children}
    </section>
  )
}

interface FieldProps {
  /** The field's name on the server. */
  name: string
  label?: string
  /** Id of the labelled control. */
  id?: string
  help?: ReactNode
  children: ReactNode
}

export const problemId = (name: string): string => `alarm-problem-${name}`

export function FieldLine({ name, label, id, help, children }: FieldProps) {
  const problem = useEditor(problemOf(name))
  return (
    <div className={problem ? 'alarm-field alarm-field-wrong' : 'alarm-field'}>
      {label &&
        (id ? (
          <label className="alarm-label" htmlFor={id}>
            {label}
          </label>
        ) : (
          <span className="alarm-label">{label}</span>
        ))}
      <div className="alarm-controls">{children}</div>
      {problem ? (
        <p className="form-problem" id={problemId(name)} role="status">
          {problem}
        </p>
      ) : (
        help && <p className="form-help">{help}</p>
      )}
    </div>
  )
}
