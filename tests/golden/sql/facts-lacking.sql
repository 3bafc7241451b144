-- $1 = ["z"]
WITH _2_p13 AS MATERIALIZED (
  SELECT f."channel" AS "d4", f."player_id" AS "_2_p13_value"
  FROM "pay_order" AS f
  WHERE f."channel" IN (SELECT unnest(CAST($1 AS VARCHAR[])))
  GROUP BY 1, 2
),
_1 AS (
  SELECT f."channel" AS "d4", sum(f."clicks") AS "p22"
  FROM "ad_cost" AS f
  WHERE f."channel" IN (SELECT unnest(CAST($1 AS VARCHAR[])))
  GROUP BY 1
),
_2 AS (
  SELECT f."channel" AS "d4", count(*) AS "p12"
  FROM "pay_order" AS f
  WHERE f."channel" IN (SELECT unnest(CAST($1 AS VARCHAR[])))
  GROUP BY 1
),
_2_p13_rows AS (
  SELECT "d4", count("_2_p13_value") AS "p13"
  FROM _2_p13
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d4", sum("p22") AS "p22", sum("p12") AS "p12", max("p13") AS "p13"
  FROM (
    SELECT "d4", "p22", NULL AS "p12", NULL AS "p13"
    FROM _1
    UNION ALL
    SELECT "d4", NULL AS "p22", "p12", 0 AS "p13"
    FROM _2
    UNION ALL
    SELECT "d4", NULL AS "p22", NULL AS "p12", "p13"
    FROM _2_p13_rows
  ) AS _all
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d4", sum("p22") AS "p22", coalesce(sum("p12"), 0) AS "p12", (SELECT count(DISTINCT "_2_p13_value") FROM _2_p13) AS "p13"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d4", "p22", "p12", "p13"
  FROM _rows
)
SELECT r."d4", r."p22", r."p12", r."p13"
FROM (
  SELECT "_level", "d4", coalesce("p22", 0) AS "p22", coalesce("p12", 0) AS "p12", coalesce("p13", 0) AS "p13"
  FROM _levels
) AS r
ORDER BY r."_level", r."p22" DESC NULLS LAST, r."d4" ASC NULLS LAST
LIMIT 100002
