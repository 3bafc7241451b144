WITH _rows AS MATERIALIZED (
  SELECT f."sale_day" AS "d1", sum(f."amount") AS "p11", count(*) AS "p13"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-11' AND f."sale_day" < DATE '2026-03-12'
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p11") AS "p11", coalesce(sum("p13"), 0) AS "p13"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p11", "p13"
  FROM _rows
),
_compared AS (
  SELECT r.*, NULL AS "p11_prev", NULL AS "p11_diff", NULL AS "p13_prev", NULL AS "p13_diff"
  FROM (
    SELECT "_level", "d1", coalesce("p11", 0) AS "p11", "p13"
    FROM _levels
  ) AS r
)
SELECT r."d1", r."p11", r."p11_prev", r."p11_diff", r."p13", r."p13_prev", r."p13_diff"
FROM _compared AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST
LIMIT 100002
