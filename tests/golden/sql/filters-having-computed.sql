-- $1 = "5"
WITH _2_p1 AS MATERIALIZED (
  SELECT f."channel" AS "d4", f."player_id" AS "_2_p1_value"
  FROM "login_day" AS f
  GROUP BY 1, 2
),
_1 AS (
  SELECT f."channel" AS "d4", sum(f."amount") AS "p11"
  FROM "pay_order" AS f
  GROUP BY 1
),
_2_p1_rows AS (
  SELECT "d4", count("_2_p1_value") AS "p1"
  FROM _2_p1
  GROUP BY 1
),
_3 AS (
  SELECT f."channel" AS "d4", sum(f."cost") AS "p21", sum(f."clicks") AS "p22"
  FROM "ad_cost" AS f
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d4", sum("p11") AS "p11", max("p1") AS "p1", sum("p21") AS "p21", sum("p22") AS "p22"
  FROM (
    SELECT "d4", "p11", NULL AS "p1", NULL AS "p21", NULL AS "p22"
    FROM _1
    UNION ALL
    SELECT "d4", NULL AS "p11", "p1", NULL AS "p21", NULL AS "p22"
    FROM _2_p1_rows
    UNION ALL
    SELECT "d4", NULL AS "p11", NULL AS "p1", "p21", "p22"
    FROM _3
  ) AS _all
  GROUP BY 1
),
_kept AS MATERIALIZED (
  SELECT "d4", "p11_counted" AS "p11", "p1_counted" AS "p1", "p21_counted" AS "p21", "p22_counted" AS "p22"
  FROM (
    SELECT r.*, r."p11" / nullif(r."p1", 0) AS "p51", r."p21" / nullif(r."p22", 0) AS "p53"
    FROM (
      SELECT "d4", "p11" AS "p11_counted", "p1" AS "p1_counted", "p21" AS "p21_counted", "p22" AS "p22_counted", coalesce("p11", 0) AS "p11", coalesce("p1", 0) AS "p1", coalesce("p21", 0) AS "p21", coalesce("p22", 0) AS "p22"
      FROM _rows
    ) AS r
  ) AS r
  WHERE r."p51" > CAST($1 AS DOUBLE) AND r."p53" IS NULL
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d4", sum("p11") AS "p11", (SELECT count(DISTINCT "_2_p1_value") FROM _2_p1 JOIN _kept ON _kept."d4" IS NOT DISTINCT FROM _2_p1."d4") AS "p1", sum("p21") AS "p21", sum("p22") AS "p22"
  FROM _kept
  UNION ALL
  SELECT 1 AS "_level", "d4", "p11", "p1", "p21", "p22"
  FROM _kept
)
SELECT r."d4", r."p11"
FROM (
  SELECT r.*, r."p11" / nullif(r."p1", 0) AS "p51", r."p21" / nullif(r."p22", 0) AS "p53"
  FROM (
    SELECT "_level", "d4", coalesce("p11", 0) AS "p11", coalesce("p1", 0) AS "p1", coalesce("p21", 0) AS "p21", coalesce("p22", 0) AS "p22"
    FROM _levels
  ) AS r
) AS r
ORDER BY r."_level", r."p11" DESC NULLS LAST, r."d4" ASC NULLS LAST
LIMIT 100002
