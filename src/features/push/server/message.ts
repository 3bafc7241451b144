// Validates a typed message: lines and texts of bounded length, links without code.
import { cleanLine, cleanName, cleanText } from '#server/objects/texts.ts'
import { AppError } from '#shared/errors.ts'
import { longest, type PushMessage, pictureProblem, uriProblem } from '../contract.ts'

type Typed = Pick<PushMessage, 'title' | 'body'> & Partial<PushMessage>

function checked(text: string, problem: string | undefined): string {
  if (problem === undefined) return text
  throw new AppError('parameter_wrong', problem)
}

/** For `readFields`. */
export function messageReaders({ title, body, action = '', uri = '', media = '', icon = '' }: Typed) {
  const address = (text: string, what: string) => cleanLine(text, what, longest.uri)
  const picture = (text: string, what: string) => {
    const cleaned = address(text, what)
    return checked(cleaned, pictureProblem(cleaned, what))
  }
  return {
    title: () => cleanName(title, '标题', longest.title),
    body: () => {
      const text = cleanText(body, '内容', longest.body)
      return checked(text, text === '' ? '内容不能为空' : undefined)
    },
    action: () => {
      const text = cleanLine(action, '动作', longest.action)
      return checked(text, /^[\w.:/-]*$/.test(text) ? undefined : '动作只能含英文字母、数字和 _ . : / -')
    },
    uri: () => {
      const text = address(uri, '链接')
      return checked(text, uriProblem(text))
    },
    media: () => picture(media, '图片'),
    icon: () => picture(icon, '图标'),
  }
}

export const messageOf = ({ title, body, action, uri, media, icon }: PushMessage): PushMessage => ({
  title,
  body,
  action,
  uri,
  media,
  icon,
})
