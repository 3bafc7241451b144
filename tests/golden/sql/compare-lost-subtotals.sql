WITH _shared1 AS MATERIALIZED (
  SELECT DATE '2026-02-28' AS "_day", f."channel" AS "d2", sum(f."amount") AS "p11"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-02-28' AND f."sale_day" < DATE '2026-03-01'
  GROUP BY 2
  UNION ALL
  SELECT f."sale_day" AS "_day", f."channel" AS "d2", sum(f."amount") AS "p11"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-01' AND f."sale_day" < DATE '2026-03-04'
  GROUP BY 1, 2
),
_prior1_rows AS MATERIALIZED (
  SELECT f."d2" AS "d2", sum(f."p11") AS "p11"
  FROM "_shared1" AS f
  WHERE f."_day" >= DATE '2026-02-28' AND f."_day" < DATE '2026-03-02'
  GROUP BY 1
),
_prior1_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", sum("p11") AS "p11"
  FROM _prior1_rows
  UNION ALL
  SELECT 1 AS "_level", "d2", "p11"
  FROM _prior1_rows
),
_prior2_rows AS MATERIALIZED (
  SELECT f."d2" AS "d2", (f."_day" + 1) AS "d1", f."p11" AS "p11"
  FROM "_shared1" AS f
  WHERE f."_day" >= DATE '2026-03-01' AND f."_day" < DATE '2026-03-03'
),
_prior2_levels_1 AS (
  SELECT "d2", sum("p11") AS "p11"
  FROM _prior2_rows
  GROUP BY 1
),
_prior2_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", NULL AS "d1", sum("p11") AS "p11"
  FROM _prior2_rows
  UNION ALL
  SELECT 1 AS "_level", "d2", NULL AS "d1", "p11"
  FROM _prior2_levels_1
  UNION ALL
  SELECT 2 AS "_level", "d2", "d1", "p11"
  FROM _prior2_rows
),
_prior AS (
  SELECT "_level", "d2", NULL AS "d1", "p11"
  FROM (
    SELECT "_level", "d2", coalesce("p11", 0) AS "p11"
    FROM _prior1_levels
  ) AS r
  WHERE r."_level" IN (0, 1)
  UNION ALL
  SELECT "_level", "d2", "d1", "p11"
  FROM (
    SELECT "_level", "d2", "d1", coalesce("p11", 0) AS "p11"
    FROM _prior2_levels
  ) AS r
  WHERE r."_level" IN (2)
),
_present AS MATERIALIZED (
  SELECT f."d2" AS "d2", f."_day" AS "d1", f."p11" AS "p11"
  FROM "_shared1" AS f
  WHERE f."_day" >= DATE '2026-03-02' AND f."_day" < DATE '2026-03-04'
),
_rows AS MATERIALIZED (
  SELECT "d2", "d1", "p11"
  FROM _present
  UNION ALL
  SELECT "d2", "d1", NULL AS "p11"
  FROM (
    SELECT "d2", "d1"
    FROM _prior2_rows AS r
    WHERE r."d1" >= DATE '2026-03-02' AND r."d1" < DATE '2026-03-04'
    EXCEPT
    SELECT "d2", "d1"
    FROM _present
  ) AS lacking
),
_levels_1 AS (
  SELECT "d2", sum("p11") AS "p11"
  FROM _rows
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", NULL AS "d1", sum("p11") AS "p11"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d2", NULL AS "d1", "p11"
  FROM _levels_1
  UNION ALL
  SELECT 2 AS "_level", "d2", "d1", "p11"
  FROM _rows
),
_all_levels AS (
  SELECT "_level", "d2", "d1", "p11"
  FROM _levels
  UNION ALL
  SELECT "_level", "d2", "d1", NULL AS "p11"
  FROM (
    SELECT "_level", "d2", "d1"
    FROM _prior AS r
    WHERE r."_level" = 1
    EXCEPT
    SELECT "_level", "d2", "d1"
    FROM _levels
  ) AS lacking
),
_compared AS (
  SELECT r.*, CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p11" END AS "p11_prev", r."p11" / nullif(CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p11" END, 0) - 1 AS "p11_diff"
  FROM (
    SELECT "_level", "d2", "d1", coalesce("p11", 0) AS "p11"
    FROM _all_levels
  ) AS r
  LEFT JOIN _prior ON _prior."_level" = r."_level" AND _prior."d2" IS NOT DISTINCT FROM r."d2" AND _prior."d1" IS NOT DISTINCT FROM r."d1"
)
SELECT r."d2", r."d1", r."p11", r."p11_prev", r."p11_diff", r."_level"
FROM _compared AS r
ORDER BY r."_level" = 0 DESC, r."d2" ASC NULLS LAST, r."_level" > 1, r."d1" DESC NULLS LAST
LIMIT 100002
