// The query syntax, by examples that can be inserted.
import { useLogs } from '../store.ts'

const rows = [
  ['timeout 退款', '都出现，不分大小写'],
  ['"connection reset"', '原样的一段文字'],
  ['call:getReport*', '字段里有这个词，* 代表任意文字'],
  ['level=error', '字段正好是这个值'],
  ['status>=500', '数字比较：> >= < <='],
  ['ms:100..500', '数字范围，一端可以不写'],
  ['user:*', '有这个字段'],
  ['-call:getTails', '不含，也可写 not 或 非'],
  ['status:404 or status:500', '任一，也可写 或'],
  ['user:(ann or bob)', '一个字段的几个值'],
  ['(a or b) and not c', '括号先算'],
] as const

export function SyntaxHelp({ onTake }: { onTake: () => void }) {
  return (
    <div className="log-syntax">
      <table>
        <caption>查询语法</caption>
        <tbody>
          {rows.map(([example, text]) => (
            <tr key={example}>
              <th scope="row">
                <button
                  type="button"
                  title="填入查询"
                  onClick={() => {
                    const { draft } = useLogs.getState()
                    useLogs.setState({ draft: draft.trim() === '' ? example : `${draft.trim()} ${example}` })
                    onTake()
                  }}
                >
                  {example}
                </button>
              </th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>空格就是「且」。特殊字符（括号、引号、冒号）放进引号里，引号里的引号写作 \"。</p>
    </div>
  )
}
