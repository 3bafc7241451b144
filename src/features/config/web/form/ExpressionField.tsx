// The form field of an expression or formula: completion for the form's table, and problems marked at their
// place while typing.
import { useMemo } from 'react'
import { ExpressionInput } from '#web/expression/ExpressionInput.tsx'
import type { Language } from '#web/expression/offers.ts'
import type { AnyValues, DrawnProps } from '#web/form/types.ts'
import { useWords } from '../expression/useWords.ts'
import { problemsAt, useCheckState } from './useCheck.ts'

interface Of {
  /** The field's name in the check's answer. */
  field: string
  language: (values: AnyValues) => Language
  /** Physical table whose columns the expression may use; undefined for none. */
  table: (values: AnyValues) => string | undefined
  placeholder?: (values: AnyValues) => string
  rows?: number
}

/** A control for `draw`. */
export function expressionField({ field, language, table, placeholder, rows }: Of) {
  return function ExpressionField(props: DrawnProps) {
    const { values, value, id } = props
    const text = typeof value === 'string' ? value : ''
    const spoken = language(values)
    const words = useWords(spoken, table(values))
    const checked = useCheckState((state) => state.checked)
    const [problem] = text.trim() === '' ? [] : problemsAt(checked, field)
    const wrong = useMemo(() => (problem?.position ? { ...problem.position } : null), [problem])
    return (
      <>
        <ExpressionInput
          {...props}
          text={text}
          words={words}
          wrong={wrong}
          placeholder={placeholder?.(values) ?? ''}
          {...(rows !== undefined && { rows })}
          describedBy={problem ? `${id}-place` : props.describedBy}
        />
        {problem && (
          <div id={`${id}-place`} className="form-problem" role="status">
            {problem.position && problem.position.line > 1
              ? `第 ${problem.position.line} 行第 ${problem.position.column} 个字：`
              : problem.position
                ? `第 ${problem.position.column} 个字：`
                : ''}
            {problem.message}
          </div>
        )}
      </>
    )
  }
}
