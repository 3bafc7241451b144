WITH _shared1_p12 AS MATERIALIZED (
  SELECT DATE '2026-03-05' AS "_day", f."player_id" AS "_value"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-05' AND f."sale_day" < DATE '2026-03-11'
  GROUP BY 2
  UNION ALL
  SELECT DATE '2026-03-11' AS "_day", f."player_id" AS "_value"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-11' AND f."sale_day" < DATE '2026-03-12'
  GROUP BY 2
),
_shared1 AS MATERIALIZED (
  SELECT DATE '2026-03-05' AS "_day", sum(f."amount") AS "p11", count(*) AS "p13"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-05' AND f."sale_day" < DATE '2026-03-11'
  UNION ALL
  SELECT DATE '2026-03-11' AS "_day", sum(f."amount") AS "p11", count(*) AS "p13"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-11' AND f."sale_day" < DATE '2026-03-12'
),
_1_p12 AS MATERIALIZED (
  SELECT f."_value" AS "_1_p12_value"
  FROM "_shared1_p12" AS f
  WHERE f."_day" >= DATE '2026-03-05' AND f."_day" < DATE '2026-03-12'
  GROUP BY 1
),
_prior1_1_p12 AS MATERIALIZED (
  SELECT f."player_id" AS "_prior1_1_p12_value"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-02-26' AND f."sale_day" < DATE '2026-03-04'
  GROUP BY 1
),
_base1_1_p12 AS MATERIALIZED (
  SELECT f."_value" AS "_base1_1_p12_value"
  FROM "_shared1_p12" AS f
  WHERE f."_day" >= DATE '2026-03-05' AND f."_day" < DATE '2026-03-11'
  GROUP BY 1
),
_prior1_1 AS (
  SELECT sum(f."amount") AS "p11", count(*) AS "p13"
  FROM "compared_sale" AS f
  WHERE f."sale_day" >= DATE '2026-02-26' AND f."sale_day" < DATE '2026-03-04'
),
_prior1_1_p12_rows AS (
  SELECT count("_prior1_1_p12_value") AS "p12"
  FROM _prior1_1_p12
),
_prior1_rows AS MATERIALIZED (
  SELECT sum("p11") AS "p11", max("p12") AS "p12", sum("p13") AS "p13"
  FROM (
    SELECT "p11", 0 AS "p12", "p13"
    FROM _prior1_1
    UNION ALL
    SELECT NULL AS "p11", "p12", NULL AS "p13"
    FROM _prior1_1_p12_rows
  ) AS _prior1_all
),
_prior1_levels AS (
  SELECT 0 AS "_level", sum("p11") AS "p11", (SELECT count(DISTINCT "_prior1_1_p12_value") FROM _prior1_1_p12) AS "p12", coalesce(sum("p13"), 0) AS "p13"
  FROM _prior1_rows
  UNION ALL
  SELECT 1 AS "_level", "p11", "p12", "p13"
  FROM _prior1_rows
),
_prior AS (
  SELECT "_level", "p11", "p12", "p13", "p14"
  FROM (
    SELECT r.*, r."p11" / nullif(r."p12", 0) AS "p14"
    FROM (
      SELECT "_level", coalesce("p11", 0) AS "p11", "p12", "p13"
      FROM _prior1_levels
    ) AS r
  ) AS r
  WHERE r."_level" IN (0, 1)
),
_base1_1 AS (
  SELECT sum(f."p11") AS "p11", sum(f."p13") AS "p13"
  FROM "_shared1" AS f
  WHERE f."_day" >= DATE '2026-03-05' AND f."_day" < DATE '2026-03-11'
),
_base1_1_p12_rows AS (
  SELECT count("_base1_1_p12_value") AS "p12"
  FROM _base1_1_p12
),
_base1_rows AS MATERIALIZED (
  SELECT sum("p11") AS "p11", max("p12") AS "p12", sum("p13") AS "p13"
  FROM (
    SELECT "p11", 0 AS "p12", "p13"
    FROM _base1_1
    UNION ALL
    SELECT NULL AS "p11", "p12", NULL AS "p13"
    FROM _base1_1_p12_rows
  ) AS _base1_all
),
_base1_levels AS (
  SELECT 0 AS "_level", sum("p11") AS "p11", (SELECT count(DISTINCT "_base1_1_p12_value") FROM _base1_1_p12) AS "p12", coalesce(sum("p13"), 0) AS "p13"
  FROM _base1_rows
  UNION ALL
  SELECT 1 AS "_level", "p11", "p12", "p13"
  FROM _base1_rows
),
_base AS (
  SELECT "_level", "p11", "p12", "p13", "p14"
  FROM (
    SELECT r.*, r."p11" / nullif(r."p12", 0) AS "p14"
    FROM (
      SELECT "_level", coalesce("p11", 0) AS "p11", "p12", "p13"
      FROM _base1_levels
    ) AS r
  ) AS r
  WHERE r."_level" IN (0, 1)
),
_1 AS (
  SELECT sum(f."p11") AS "p11", sum(f."p13") AS "p13"
  FROM "_shared1" AS f
  WHERE f."_day" >= DATE '2026-03-05' AND f."_day" < DATE '2026-03-12'
),
_1_p12_rows AS (
  SELECT count("_1_p12_value") AS "p12"
  FROM _1_p12
),
_rows AS MATERIALIZED (
  SELECT sum("p11") AS "p11", max("p12") AS "p12", sum("p13") AS "p13"
  FROM (
    SELECT "p11", 0 AS "p12", "p13"
    FROM _1
    UNION ALL
    SELECT NULL AS "p11", "p12", NULL AS "p13"
    FROM _1_p12_rows
  ) AS _all
),
_levels AS (
  SELECT 0 AS "_level", sum("p11") AS "p11", (SELECT count(DISTINCT "_1_p12_value") FROM _1_p12) AS "p12", coalesce(sum("p13"), 0) AS "p13"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "p11", "p12", "p13"
  FROM _rows
),
_nothing AS (
  SELECT r."p14"
  FROM (
    SELECT r.*, r."p11" / nullif(r."p12", 0) AS "p14"
    FROM (
      SELECT "p11", "p12", "p13"
      FROM _levels
      WHERE FALSE
      UNION ALL
      SELECT 0, 0, 0
    ) AS r
  ) AS r
),
_compared AS (
  SELECT r.*, CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p11" END AS "p11_prev", CASE WHEN r."_level" = 0 OR r."_level" = 1 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p11" END ELSE r."p11" END / nullif(CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p11" END, 0) - 1 AS "p11_diff", CASE WHEN r."_level" = 0 OR r."_level" = 1 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p11" END ELSE r."p11" END AS "p11_base", CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p12" END AS "p12_prev", CASE WHEN r."_level" = 0 OR r."_level" = 1 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p12" END ELSE r."p12" END / nullif(CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p12" END, 0) - 1 AS "p12_diff", CASE WHEN r."_level" = 0 OR r."_level" = 1 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p12" END ELSE r."p12" END AS "p12_base", CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p13" END AS "p13_prev", CASE WHEN r."_level" = 0 OR r."_level" = 1 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p13" END ELSE r."p13" END / nullif(CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p13" END, 0) - 1 AS "p13_diff", CASE WHEN r."_level" = 0 OR r."_level" = 1 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p13" END ELSE r."p13" END AS "p13_base", CASE WHEN _prior."_level" IS NULL THEN _nothing."p14" ELSE _prior."p14" END AS "p14_prev", CASE WHEN r."_level" = 0 OR r."_level" = 1 THEN CASE WHEN _base."_level" IS NULL THEN _nothing."p14" ELSE _base."p14" END ELSE r."p14" END / nullif(CASE WHEN _prior."_level" IS NULL THEN _nothing."p14" ELSE _prior."p14" END, 0) - 1 AS "p14_diff", CASE WHEN r."_level" = 0 OR r."_level" = 1 THEN CASE WHEN _base."_level" IS NULL THEN _nothing."p14" ELSE _base."p14" END ELSE r."p14" END AS "p14_base"
  FROM (
    SELECT r.*, r."p11" / nullif(r."p12", 0) AS "p14"
    FROM (
      SELECT "_level", coalesce("p11", 0) AS "p11", "p12", "p13"
      FROM _levels
    ) AS r
  ) AS r
  LEFT JOIN _prior ON _prior."_level" = r."_level"
  LEFT JOIN _base ON _base."_level" = r."_level"
  CROSS JOIN _nothing
)
SELECT r."p11", r."p11_prev", r."p11_diff", r."p12", r."p12_prev", r."p12_diff", r."p13", r."p13_prev", r."p13_diff", r."p14", r."p14_prev", r."p14_diff", r."p11_base", r."p12_base", r."p13_base", r."p14_base"
FROM _compared AS r
ORDER BY r."_level", r."p11" DESC NULLS LAST
LIMIT 100002
