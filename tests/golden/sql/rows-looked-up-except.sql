-- $1 = ["广告"]
WITH _2_p1 AS MATERIALIZED (
  SELECT f."cgi" AS "d3", f."player_id" AS "_2_p1_value"
  FROM "login_day" AS f
  WHERE (NOT f."channel" IN (SELECT j2."channel" FROM "dim_channel" AS j2 WHERE j2."channel_type" IN (SELECT unnest(CAST($1 AS VARCHAR[]))) AND j2."channel" IS NOT NULL) OR f."channel" IS NULL)
  GROUP BY 1, 2
),
_1 AS (
  SELECT f."cgi" AS "d3", sum(f."amount") AS "p11"
  FROM "pay_order" AS f
  WHERE (NOT f."channel" IN (SELECT j2."channel" FROM "dim_channel" AS j2 WHERE j2."channel_type" IN (SELECT unnest(CAST($1 AS VARCHAR[]))) AND j2."channel" IS NOT NULL) OR f."channel" IS NULL)
  GROUP BY 1
),
_2_p1_rows AS (
  SELECT "d3", count("_2_p1_value") AS "p1"
  FROM _2_p1
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d3", sum("p11") AS "p11", max("p1") AS "p1"
  FROM (
    SELECT "d3", "p11", NULL AS "p1"
    FROM _1
    UNION ALL
    SELECT "d3", NULL AS "p11", "p1"
    FROM _2_p1_rows
  ) AS _all
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d3", sum("p11") AS "p11", (SELECT count(DISTINCT "_2_p1_value") FROM _2_p1) AS "p1"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d3", "p11", "p1"
  FROM _rows
)
SELECT r."d3", r."p11", r."p1"
FROM (
  SELECT "_level", "d3", coalesce("p11", 0) AS "p11", coalesce("p1", 0) AS "p1"
  FROM _levels
) AS r
ORDER BY r."_level", r."p11" DESC NULLS LAST, r."d3" ASC NULLS LAST
LIMIT 100002
