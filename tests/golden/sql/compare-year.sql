WITH _shared1_p12 AS MATERIALIZED (
  SELECT f."sale_day" AS "_day", f."player_id" AS "_value"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-10' AND f."sale_day" < DATE '2026-03-12'
  GROUP BY 1, 2
),
_shared1 AS MATERIALIZED (
  SELECT f."sale_day" AS "_day", sum(f."amount") AS "p11"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-10' AND f."sale_day" < DATE '2026-03-12'
  GROUP BY 1
),
_1_p12 AS (
  SELECT f."_day" AS "d1", f."_value" AS "_1_p12_value"
  FROM "_shared1_p12" AS f
  WHERE f."_day" >= DATE '2026-03-10' AND f."_day" < DATE '2026-03-12'
),
_prior1_1_p12 AS MATERIALIZED (
  SELECT CAST(f."sale_day" + INTERVAL (12) MONTH AS DATE) AS "d1", f."player_id" AS "_prior1_1_p12_value"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2025-03-10' AND f."sale_day" < DATE '2025-03-11'
  GROUP BY 1, 2
),
_base1_1_p12 AS MATERIALIZED (
  SELECT f."_value" AS "_base1_1_p12_value"
  FROM "_shared1_p12" AS f
  WHERE f."_day" >= DATE '2026-03-10' AND f."_day" < DATE '2026-03-11'
  GROUP BY 1
),
_prior1_1 AS (
  SELECT CAST(f."sale_day" + INTERVAL (12) MONTH AS DATE) AS "d1", sum(f."amount") AS "p11"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2025-03-10' AND f."sale_day" < DATE '2025-03-11'
  GROUP BY 1
),
_prior1_1_p12_rows AS (
  SELECT "d1", count("_prior1_1_p12_value") AS "p12"
  FROM _prior1_1_p12
  GROUP BY 1
),
_prior1_rows AS MATERIALIZED (
  SELECT "d1", sum("p11") AS "p11", max("p12") AS "p12"
  FROM (
    SELECT "d1", "p11", 0 AS "p12"
    FROM _prior1_1
    UNION ALL
    SELECT "d1", NULL AS "p11", "p12"
    FROM _prior1_1_p12_rows
  ) AS _prior1_all
  GROUP BY 1
),
_prior1_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p11") AS "p11", (SELECT count(DISTINCT "_prior1_1_p12_value") FROM _prior1_1_p12) AS "p12"
  FROM _prior1_rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p11", "p12"
  FROM _prior1_rows
),
_prior AS (
  SELECT "_level", "d1", "p11", "p12"
  FROM (
    SELECT "_level", "d1", coalesce("p11", 0) AS "p11", "p12"
    FROM _prior1_levels
  ) AS r
  WHERE r."_level" IN (0, 1)
),
_base1_1 AS (
  SELECT sum(f."p11") AS "p11"
  FROM "_shared1" AS f
  WHERE f."_day" >= DATE '2026-03-10' AND f."_day" < DATE '2026-03-11'
),
_base1_1_p12_rows AS (
  SELECT count("_base1_1_p12_value") AS "p12"
  FROM _base1_1_p12
),
_base1_rows AS MATERIALIZED (
  SELECT sum("p11") AS "p11", max("p12") AS "p12"
  FROM (
    SELECT "p11", 0 AS "p12"
    FROM _base1_1
    UNION ALL
    SELECT NULL AS "p11", "p12"
    FROM _base1_1_p12_rows
  ) AS _base1_all
),
_base1_levels AS (
  SELECT 0 AS "_level", sum("p11") AS "p11", (SELECT count(DISTINCT "_base1_1_p12_value") FROM _base1_1_p12) AS "p12"
  FROM _base1_rows
  UNION ALL
  SELECT 1 AS "_level", "p11", "p12"
  FROM _base1_rows
),
_base AS (
  SELECT "_level", NULL AS "d1", "p11", "p12"
  FROM (
    SELECT "_level", coalesce("p11", 0) AS "p11", "p12"
    FROM _base1_levels
  ) AS r
  WHERE r."_level" IN (0)
),
_1 AS (
  SELECT f."_day" AS "d1", f."p11" AS "p11"
  FROM "_shared1" AS f
  WHERE f."_day" >= DATE '2026-03-10' AND f."_day" < DATE '2026-03-12'
),
_1_p12_rows AS (
  SELECT "d1", count("_1_p12_value") AS "p12"
  FROM _1_p12
  GROUP BY 1
),
_present AS MATERIALIZED (
  SELECT "d1", sum("p11") AS "p11", max("p12") AS "p12"
  FROM (
    SELECT "d1", "p11", 0 AS "p12"
    FROM _1
    UNION ALL
    SELECT "d1", NULL AS "p11", "p12"
    FROM _1_p12_rows
  ) AS _all
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d1", "p11", "p12"
  FROM _present
  UNION ALL
  SELECT "d1", NULL AS "p11", NULL AS "p12"
  FROM (
    SELECT "d1"
    FROM _prior1_rows AS r
    WHERE r."d1" >= DATE '2026-03-10' AND r."d1" < DATE '2026-03-11'
    EXCEPT
    SELECT "d1"
    FROM _present
  ) AS lacking
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p11") AS "p11", (SELECT count(DISTINCT "_1_p12_value") FROM _1_p12) AS "p12"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p11", "p12"
  FROM _rows
),
_compared AS (
  SELECT r.*, CASE WHEN NOT (r."_level" = 1 AND (NOT (r."d1" >= DATE '2026-03-10' AND r."d1" < DATE '2026-03-11'))) THEN CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p11" END END AS "p11_prev", CASE WHEN r."_level" = 0 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p11" END ELSE r."p11" END / nullif(CASE WHEN NOT (r."_level" = 1 AND (NOT (r."d1" >= DATE '2026-03-10' AND r."d1" < DATE '2026-03-11'))) THEN CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p11" END END, 0) - 1 AS "p11_diff", CASE WHEN NOT (r."_level" = 1 AND (NOT (r."d1" >= DATE '2026-03-10' AND r."d1" < DATE '2026-03-11'))) THEN CASE WHEN r."_level" = 0 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p11" END ELSE r."p11" END END AS "p11_base", CASE WHEN NOT (r."_level" = 1 AND (NOT (r."d1" >= DATE '2026-03-10' AND r."d1" < DATE '2026-03-11'))) THEN CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p12" END END AS "p12_prev", CASE WHEN r."_level" = 0 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p12" END ELSE r."p12" END / nullif(CASE WHEN NOT (r."_level" = 1 AND (NOT (r."d1" >= DATE '2026-03-10' AND r."d1" < DATE '2026-03-11'))) THEN CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p12" END END, 0) - 1 AS "p12_diff", CASE WHEN NOT (r."_level" = 1 AND (NOT (r."d1" >= DATE '2026-03-10' AND r."d1" < DATE '2026-03-11'))) THEN CASE WHEN r."_level" = 0 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p12" END ELSE r."p12" END END AS "p12_base"
  FROM (
    SELECT "_level", "d1", coalesce("p11", 0) AS "p11", coalesce("p12", 0) AS "p12"
    FROM _levels
  ) AS r
  LEFT JOIN _prior ON _prior."_level" = r."_level" AND _prior."d1" IS NOT DISTINCT FROM r."d1"
  LEFT JOIN _base ON _base."_level" = r."_level"
)
SELECT r."d1", r."p11", r."p11_prev", r."p11_diff", r."p12", r."p12_prev", r."p12_diff", r."p11_base", r."p12_base"
FROM _compared AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST
LIMIT 100002
