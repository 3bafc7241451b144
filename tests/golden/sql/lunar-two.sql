WITH _1_p12 AS MATERIALIZED (
  SELECT f."on_day" AS "d1", f."on_day" AS "_1_p12_value"
  FROM "lunar_day" AS f
  WHERE f."on_day" >= DATE '2025-08-08' AND f."on_day" < DATE '2025-08-12'
  GROUP BY 1, 2
),
_prior1_1_p12 AS MATERIALIZED (
  SELECT CASE WHEN c."copy" = 1 THEN (f."on_day" + 354) WHEN c."copy" = 2 THEN (f."on_day" + 384) END AS "d1", f."on_day" AS "_prior1_1_p12_value"
  FROM "lunar_day" AS f
  CROSS JOIN (SELECT 1 AS "copy" UNION ALL SELECT 2 AS "copy") AS c
  WHERE f."on_day" >= DATE '2024-07-22' AND f."on_day" < DATE '2024-08-21' AND (c."copy" = 1 AND f."on_day" >= DATE '2024-08-19' AND f."on_day" < DATE '2024-08-21' OR c."copy" = 2 AND f."on_day" >= DATE '2024-07-22' AND f."on_day" < DATE '2024-07-24')
  GROUP BY 1, 2
),
_prior1_1 AS (
  SELECT CASE WHEN c."copy" = 1 THEN (f."on_day" + 354) WHEN c."copy" = 2 THEN (f."on_day" + 384) END AS "d1", sum(f."n") AS "p11"
  FROM "lunar_day" AS f
  CROSS JOIN (SELECT 1 AS "copy" UNION ALL SELECT 2 AS "copy") AS c
  WHERE f."on_day" >= DATE '2024-07-22' AND f."on_day" < DATE '2024-08-21' AND (c."copy" = 1 AND f."on_day" >= DATE '2024-08-19' AND f."on_day" < DATE '2024-08-21' OR c."copy" = 2 AND f."on_day" >= DATE '2024-07-22' AND f."on_day" < DATE '2024-07-24')
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
_1 AS (
  SELECT f."on_day" AS "d1", sum(f."n") AS "p11"
  FROM "lunar_day" AS f
  WHERE f."on_day" >= DATE '2025-08-08' AND f."on_day" < DATE '2025-08-12'
  GROUP BY 1
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
    WHERE r."d1" >= DATE '2025-08-08' AND r."d1" < DATE '2025-08-12'
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
  SELECT r.*, CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p11" END AS "p11_prev", r."p11" / nullif(CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p11" END, 0) - 1 AS "p11_diff", CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p12" END AS "p12_prev", r."p12" / nullif(CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p12" END, 0) - 1 AS "p12_diff"
  FROM (
    SELECT "_level", "d1", coalesce("p11", 0) AS "p11", coalesce("p12", 0) AS "p12"
    FROM _levels
  ) AS r
  LEFT JOIN _prior ON _prior."_level" = r."_level" AND _prior."d1" IS NOT DISTINCT FROM r."d1"
)
SELECT r."d1", r."p11", r."p11_prev", r."p11_diff", r."p12", r."p12_prev", r."p12_diff"
FROM _compared AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST
LIMIT 100002
