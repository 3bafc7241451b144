// Small linear systems: least squares with a slight ridge penalty per unknown.

/**
 * Cholesky factor: the lower triangle L with L·Lᵀ = the matrix, row by row; non-positive pivots are raised
 * slightly above zero.
 */
function cholesky(matrix: Float64Array, size: number): Float64Array {
  const lower = new Float64Array(size * size)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * size + column] as number
      for (let at = 0; at < column; at++) {
        sum -= (lower[row * size + at] as number) * (lower[column * size + at] as number)
      }
      lower[row * size + column] =
        row === column ? Math.sqrt(Math.max(sum, 1e-12)) : sum / (lower[column * size + column] as number)
    }
  }
  return lower
}

function solveWith(lower: Float64Array, size: number, right: Float64Array): Float64Array {
  const answer = Float64Array.from(right)
  for (let row = 0; row < size; row++) {
    let sum = answer[row] as number
    for (let at = 0; at < row; at++) sum -= (lower[row * size + at] as number) * (answer[at] as number)
    answer[row] = sum / (lower[row * size + row] as number)
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = answer[row] as number
    for (let at = row + 1; at < size; at++) sum -= (lower[at * size + row] as number) * (answer[at] as number)
    answer[row] = sum / (lower[row * size + row] as number)
  }
  return answer
}

interface Solution {
  /** One per column. */
  weights: Float64Array
  /** Variance of a linear combination of the columns, in units of the error variance. */
  doubt(mixture: Float64Array): number
}

/** Weights whose combination of the columns is nearest to the target; `ridge` pulls each weight to zero. */
export function leastSquares(
  columns: readonly Float64Array[],
  target: Float64Array,
  ridge: readonly number[],
): Solution {
  const size = columns.length
  const matrix = new Float64Array(size * size)
  const right = new Float64Array(size)
  for (const [row, one] of columns.entries()) {
    right[row] = dot(one, target)
    for (let column = 0; column <= row; column++) {
      matrix[row * size + column] = dot(one, columns[column] as Float64Array)
    }
    matrix[row * size + row] = (matrix[row * size + row] as number) + (ridge[row] as number)
  }
  const lower = cholesky(matrix, size)
  return {
    weights: solveWith(lower, size, right),
    doubt: (mixture) => dot(mixture, solveWith(lower, size, mixture)),
  }
}

/** Four partial sums: in a single one each step would wait for the previous. */
function dot(one: Float64Array, other: Float64Array): number {
  const { length } = one
  const even = length - (length % 4)
  let [first, second, third, fourth] = [0, 0, 0, 0]
  for (let at = 0; at < even; at += 4) {
    first += (one[at] as number) * (other[at] as number)
    second += (one[at + 1] as number) * (other[at + 1] as number)
    third += (one[at + 2] as number) * (other[at + 2] as number)
    fourth += (one[at + 3] as number) * (other[at + 3] as number)
  }
  for (let at = even; at < length; at++) first += (one[at] as number) * (other[at] as number)
  return first + second + third + fourth
}
