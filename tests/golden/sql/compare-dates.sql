WITH _prior1_rows AS MATERIALIZED (
  SELECT max(f."sale_day") AS "p16", max(f."amount") AS "p17"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-02' AND f."sale_day" < DATE '2026-03-04'
),
_prior1_levels AS (
  SELECT 0 AS "_level", max("p16") AS "p16", max("p17") AS "p17"
  FROM _prior1_rows
  UNION ALL
  SELECT 1 AS "_level", "p16", "p17"
  FROM _prior1_rows
),
_prior AS (
  SELECT "_level", "p16", "p17"
  FROM _prior1_levels AS r
  WHERE r."_level" IN (0, 1)
),
_rows AS MATERIALIZED (
  SELECT max(f."sale_day") AS "p16", max(f."amount") AS "p17"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-09' AND f."sale_day" < DATE '2026-03-11'
),
_levels AS (
  SELECT 0 AS "_level", max("p16") AS "p16", max("p17") AS "p17"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "p16", "p17"
  FROM _rows
),
_compared AS (
  SELECT r.*, _prior."p16" AS "p16_prev", _prior."p17" AS "p17_prev", r."p17" / nullif(_prior."p17", 0) - 1 AS "p17_diff"
  FROM _levels AS r
  LEFT JOIN _prior ON _prior."_level" = r."_level"
)
SELECT r."p16", r."p16_prev", r."p17", r."p17_prev", r."p17_diff"
FROM _compared AS r
ORDER BY r."_level", r."p16" DESC NULLS LAST
LIMIT 100002
