// Below the list of points: the report's own formulas, to change, remove, or turn into points.
import { Button } from '@blueprintjs/core'
import { Edit, Trash } from '@blueprintjs/icons'
import type { OwnFormula } from '#semantic/model/types.ts'
import { holds } from '#web/shell/session.ts'
import type { QueryPoint } from '#features/statement/contract.ts'
import { askForPoint } from './promoting.ts'
import { removeFormula, writeFormula } from './store.ts'
import './formulas.css'

interface Props {
  formulas: readonly OwnFormula[]
  points: readonly QueryPoint[]
}

export function OwnFormulas({ formulas, points }: Props) {
  if (formulas.length === 0) return null
  return (
    <ul className="own-formulas" aria-label="自建公式">
      {formulas.map(({ id, name }) => {
        const text = points.find((point) => point.id === id)?.describe ?? ''
        return (
          <li key={id}>
            <span className="own-name" title={name}>
              {name}
            </span>
            <span className="own-text" title={text}>
              {text}
            </span>
            <Button
              variant="minimal"
              size="small"
              text="转为指标"
              title={holds(['search_config']) ? '存成所有报表可用的指标' : '由报表配置人员来转'}
              onClick={() => askForPoint(id)}
            />
            <Button
              variant="minimal"
              size="small"
              icon={<Edit size={14} />}
              aria-label={`编辑公式${name}`}
              title="编辑公式"
              onClick={() => writeFormula(id)}
            />
            <Button
              variant="minimal"
              size="small"
              icon={<Trash size={14} />}
              aria-label={`删除公式${name}`}
              title="删除公式"
              onClick={() => void removeFormula(id)}
            />
          </li>
        )
      })}
    </ul>
  )
}
