WITH _shared1 AS MATERIALIZED (
  SELECT f."sale_day" AS "_day", sum(f."amount") AS "p11"
  FROM "filled_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-02' AND f."sale_day" < DATE '2026-03-07'
  GROUP BY 1
),
_prior1_rows AS MATERIALIZED (
  SELECT sum(f."amount") AS "p11"
  FROM "filled_sale" AS f
  WHERE f."sale_day" >= DATE '2026-02-27' AND f."sale_day" < DATE '2026-03-02'
),
_prior1_levels AS (
  SELECT 0 AS "_level", sum("p11") AS "p11"
  FROM _prior1_rows
  UNION ALL
  SELECT 1 AS "_level", "p11"
  FROM _prior1_rows
),
_prior2_rows AS MATERIALIZED (
  SELECT (f."_day" + 1) AS "d1", f."p11" AS "p11"
  FROM "_shared1" AS f
  WHERE f."_day" >= DATE '2026-03-02' AND f."_day" < DATE '2026-03-05'
),
_prior2_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p11") AS "p11"
  FROM _prior2_rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p11"
  FROM _prior2_rows
),
_prior AS (
  SELECT "_level", NULL AS "d1", "p11"
  FROM (
    SELECT "_level", coalesce("p11", 0) AS "p11"
    FROM _prior1_levels
  ) AS r
  WHERE r."_level" IN (0)
  UNION ALL
  SELECT "_level", "d1", "p11"
  FROM (
    SELECT "_level", "d1", coalesce("p11", 0) AS "p11"
    FROM _prior2_levels
  ) AS r
  WHERE r."_level" IN (1)
),
_base1_rows AS MATERIALIZED (
  SELECT sum(f."p11") AS "p11"
  FROM "_shared1" AS f
  WHERE f."_day" >= DATE '2026-03-03' AND f."_day" < DATE '2026-03-06'
),
_base1_levels AS (
  SELECT 0 AS "_level", sum("p11") AS "p11"
  FROM _base1_rows
  UNION ALL
  SELECT 1 AS "_level", "p11"
  FROM _base1_rows
),
_base AS (
  SELECT "_level", NULL AS "d1", "p11"
  FROM (
    SELECT "_level", coalesce("p11", 0) AS "p11"
    FROM _base1_levels
  ) AS r
  WHERE r."_level" IN (0)
),
_present AS MATERIALIZED (
  SELECT f."_day" AS "d1", f."p11" AS "p11"
  FROM "_shared1" AS f
  WHERE f."_day" >= DATE '2026-03-03' AND f."_day" < DATE '2026-03-07'
),
_rows AS MATERIALIZED (
  SELECT "d1", "p11"
  FROM _present
  UNION ALL
  SELECT "d1", NULL AS "p11"
  FROM (
    SELECT "d1"
    FROM _prior2_rows AS r
    WHERE r."d1" >= DATE '2026-03-03' AND r."d1" < DATE '2026-03-06'
    EXCEPT
    SELECT "d1"
    FROM _present
  ) AS lacking
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p11") AS "p11"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p11"
  FROM _rows
),
_dates AS MATERIALIZED (
  SELECT DISTINCT r."_moment" AS "d1"
  FROM (
    SELECT CAST(unnest(generate_series(DATE '2026-03-03', DATE '2026-03-06', INTERVAL 1 DAY)) AS DATE) AS "_moment"
  ) AS r
),
_missing AS MATERIALIZED (
  SELECT 1 AS "_level", "d1", NULL AS "p11"
  FROM (
    SELECT "d1"
    FROM _dates
    EXCEPT
    SELECT "d1"
    FROM _rows
  ) AS lacking
),
_filled AS (
  SELECT * FROM _levels
  UNION ALL
  SELECT * FROM _missing
),
_compared AS (
  SELECT r.*, CASE WHEN NOT (r."_level" = 1 AND (NOT (r."d1" >= DATE '2026-03-03' AND r."d1" < DATE '2026-03-06'))) THEN CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p11" END END AS "p11_prev", CASE WHEN r."_level" = 0 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p11" END ELSE r."p11" END / nullif(CASE WHEN NOT (r."_level" = 1 AND (NOT (r."d1" >= DATE '2026-03-03' AND r."d1" < DATE '2026-03-06'))) THEN CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p11" END END, 0) - 1 AS "p11_diff", CASE WHEN NOT (r."_level" = 1 AND (NOT (r."d1" >= DATE '2026-03-03' AND r."d1" < DATE '2026-03-06'))) THEN CASE WHEN r."_level" = 0 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p11" END ELSE r."p11" END END AS "p11_base"
  FROM (
    SELECT "_level", "d1", coalesce("p11", 0) AS "p11"
    FROM _filled
  ) AS r
  LEFT JOIN _prior ON _prior."_level" = r."_level" AND _prior."d1" IS NOT DISTINCT FROM r."d1"
  LEFT JOIN _base ON _base."_level" = r."_level"
)
SELECT r."d1", r."p11", r."p11_prev", r."p11_diff", r."p11_base"
FROM _compared AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST
LIMIT 100002
