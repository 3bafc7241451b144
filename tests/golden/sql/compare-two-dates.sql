WITH _shared1 AS MATERIALIZED (
  SELECT DATE '2026-02-26' AS "_day", sum(f."amount") AS "p11"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-02-26' AND f."sale_day" < DATE '2026-02-28'
  UNION ALL
  SELECT f."sale_day" AS "_day", sum(f."amount") AS "p11"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-02-28' AND f."sale_day" < DATE '2026-03-04'
  GROUP BY 1
),
_prior1_rows AS MATERIALIZED (
  SELECT sum(f."p11") AS "p11"
  FROM "_shared1" AS f
  WHERE f."_day" >= DATE '2026-02-26' AND f."_day" < DATE '2026-03-01'
),
_prior1_levels AS (
  SELECT 0 AS "_level", sum("p11") AS "p11"
  FROM _prior1_rows
  UNION ALL
  SELECT 1 AS "_level", "p11"
  FROM _prior1_rows
),
_prior2_rows AS MATERIALIZED (
  SELECT CAST(date_trunc('month', (f."_day" + 1)) AS DATE) AS "d4", (f."_day" + 1) AS "d1", f."p11" AS "p11"
  FROM "_shared1" AS f
  WHERE f."_day" >= DATE '2026-02-28' AND f."_day" < DATE '2026-03-03'
),
_prior2_levels AS (
  SELECT 0 AS "_level", NULL AS "d4", NULL AS "d1", sum("p11") AS "p11"
  FROM _prior2_rows
  UNION ALL
  SELECT 2 AS "_level", "d4", "d1", "p11"
  FROM _prior2_rows
),
_prior AS (
  SELECT "_level", NULL AS "d4", NULL AS "d1", "p11"
  FROM (
    SELECT "_level", coalesce("p11", 0) AS "p11"
    FROM _prior1_levels
  ) AS r
  WHERE r."_level" IN (0)
  UNION ALL
  SELECT "_level", "d4", "d1", "p11"
  FROM (
    SELECT "_level", "d4", "d1", coalesce("p11", 0) AS "p11"
    FROM _prior2_levels
  ) AS r
  WHERE r."_level" IN (2)
),
_present AS MATERIALIZED (
  SELECT CAST(date_trunc('month', f."_day") AS DATE) AS "d4", f."_day" AS "d1", f."p11" AS "p11"
  FROM "_shared1" AS f
  WHERE f."_day" >= DATE '2026-03-01' AND f."_day" < DATE '2026-03-04'
),
_rows AS MATERIALIZED (
  SELECT "d4", "d1", "p11"
  FROM _present
  UNION ALL
  SELECT "d4", "d1", NULL AS "p11"
  FROM (
    SELECT "d4", "d1"
    FROM _prior2_rows AS r
    WHERE r."d1" >= DATE '2026-03-01' AND r."d1" < DATE '2026-03-04'
    EXCEPT
    SELECT "d4", "d1"
    FROM _present
  ) AS lacking
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d4", NULL AS "d1", sum("p11") AS "p11"
  FROM _rows
  UNION ALL
  SELECT 2 AS "_level", "d4", "d1", "p11"
  FROM _rows
),
_compared AS (
  SELECT r.*, CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p11" END AS "p11_prev", r."p11" / nullif(CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p11" END, 0) - 1 AS "p11_diff"
  FROM (
    SELECT "_level", "d4", "d1", coalesce("p11", 0) AS "p11"
    FROM _levels
  ) AS r
  LEFT JOIN _prior ON _prior."_level" = r."_level" AND _prior."d4" IS NOT DISTINCT FROM r."d4" AND _prior."d1" IS NOT DISTINCT FROM r."d1"
)
SELECT r."d4", r."d1", r."p11", r."p11_prev", r."p11_diff"
FROM _compared AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST, r."d4" ASC NULLS LAST
LIMIT 100002
