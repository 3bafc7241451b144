WITH _prior1_rows AS MATERIALIZED (
  SELECT f."channel" AS "d2", sum(f."amount") AS "p11"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-02' AND f."sale_day" < DATE '2026-03-04'
  GROUP BY 1
),
_prior1_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", sum("p11") AS "p11"
  FROM _prior1_rows
  UNION ALL
  SELECT 1 AS "_level", "d2", "p11"
  FROM _prior1_rows
),
_prior AS (
  SELECT "_level", "d2", "p11"
  FROM (
    SELECT "_level", "d2", coalesce("p11", 0) AS "p11"
    FROM _prior1_levels
  ) AS r
  WHERE r."_level" IN (0, 1)
),
_present AS MATERIALIZED (
  SELECT f."channel" AS "d2", sum(f."amount") AS "p11"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-09' AND f."sale_day" < DATE '2026-03-11'
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d2", "p11"
  FROM _present
  UNION ALL
  SELECT "d2", NULL AS "p11"
  FROM (
    SELECT "d2"
    FROM _prior1_rows
    EXCEPT
    SELECT "d2"
    FROM _present
  ) AS lacking
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", sum("p11") AS "p11"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d2", "p11"
  FROM _rows
),
_compared AS (
  SELECT r.*, CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p11" END AS "p11_prev", r."p11" / nullif(CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p11" END, 0) - 1 AS "p11_diff"
  FROM (
    SELECT "_level", "d2", coalesce("p11", 0) AS "p11"
    FROM _levels
  ) AS r
  LEFT JOIN _prior ON _prior."_level" = r."_level" AND _prior."d2" IS NOT DISTINCT FROM r."d2"
)
SELECT r."d2", r."p11", r."p11_prev", r."p11_diff"
FROM _compared AS r
ORDER BY r."_level", r."p11_diff" DESC NULLS LAST, r."d2" ASC NULLS LAST
LIMIT 100002
