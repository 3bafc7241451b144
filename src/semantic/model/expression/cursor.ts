// The parser's position in the tokens: peeks at the next token, takes it, or throws a problem at its
// position.
import type { ReportProblem } from '../problem.ts'
import { problemAt, type Token, tokenize } from './tokens.ts'
import type { Expression, Span } from './tree.ts'

export class Cursor {
  readonly text: string
  readonly #tokens: Token[]
  #index = 0

  constructor(text: string) {
    this.text = text
    this.#tokens = tokenize(text)
  }

  get token(): Token {
    return this.#tokens[this.#index] as Token
  }

  get isEnd(): boolean {
    return this.token.kind === 'end'
  }

  get next(): Token {
    return this.#tokens[Math.min(this.#index + 1, this.#tokens.length - 1)] as Token
  }

  advance(): Token {
    const { token } = this
    if (token.kind !== 'end') this.#index += 1
    return token
  }

  isWord(word: string, token: Token = this.token): boolean {
    return token.kind === 'name' && token.text.toLowerCase() === word
  }

  takeWord(word: string): boolean {
    if (!this.isWord(word)) return false
    this.advance()
    return true
  }

  isSymbol(symbol: string, token: Token = this.token): boolean {
    return token.kind === 'symbol' && token.text === symbol
  }

  takeSymbol(symbol: string): boolean {
    if (!this.isSymbol(symbol)) return false
    this.advance()
    return true
  }

  expectSymbol(symbol: string): Token {
    if (!this.isSymbol(symbol)) throw this.unexpected(`这里应为 ${symbol}`)
    return this.advance()
  }

  expectWord(word: string): void {
    if (!this.takeWord(word)) throw this.unexpected(`这里应为 ${word}`)
  }

  /** The range from `offset` to the end of the last taken token. */
  spanFrom(offset: number): Span {
    const last = this.#tokens[Math.max(0, this.#index - 1)] as Token
    return { offset, length: Math.max(0, last.offset + last.length - offset) }
  }

  problem(message: string, at: Span): ReportProblem {
    return problemAt(this.text, message, at.offset, at.length)
  }

  unexpected(message: string): ReportProblem {
    const { token } = this
    if (token.kind === 'end') return this.problem(`表达式不完整，${message}`, token)
    return this.problem(
      `${message}，却是「${this.text.slice(token.offset, token.offset + token.length)}」`,
      token,
    )
  }
}

export interface Reader {
  cursor: Cursor
  /** Parses an expression up to the first operator that does not bind tighter than `floor` (see parse.ts). */
  read(floor?: number): Expression
}
