WITH _1_p1 AS MATERIALIZED (
  SELECT f."cgi" AS "d3", f."player_id" AS "_1_p1_value"
  FROM "login_day" AS f
  GROUP BY 1, 2
),
_2_last_moments AS MATERIALIZED (
  SELECT f."cgi" AS "d3", f."server_id" AS "_2_last_s1", f."currency" AS "_2_last_s2", max(f."balance_date") FILTER (WHERE (f."balance") IS NOT NULL) AS "_2_last_p62_at"
  FROM "balance_day" AS f
  GROUP BY 1, 2, 3
),
_2_last AS MATERIALIZED (
  SELECT _2_last_moments."d3", _2_last_moments."_2_last_s1", _2_last_moments."_2_last_s2", _2_last_moments."_2_last_p62_at", CASE WHEN count(f."balance") > 1 THEN error('⟪余额指标「存量」不知道取哪一行：指标表「货币余额」的主键（server_id、currency）分不清它们：同一天有几行，也没有时间列分先后；请把能分清它们的列加进行的主键，或为指标表设置时间列⟫') ELSE sum(f."balance") END AS "p62"
  FROM "balance_day" AS f
  JOIN _2_last_moments ON _2_last_moments."d3" IS NOT DISTINCT FROM f."cgi" AND _2_last_moments."_2_last_s1" IS NOT DISTINCT FROM f."server_id" AND _2_last_moments."_2_last_s2" IS NOT DISTINCT FROM f."currency" AND _2_last_moments."_2_last_p62_at" = f."balance_date"
  WHERE f."balance_date" IN (SELECT DISTINCT _2_last_moments."_2_last_p62_at" FROM _2_last_moments)
  GROUP BY 1, 2, 3, 4
  UNION ALL
  SELECT "d3", "_2_last_s1", "_2_last_s2", "_2_last_p62_at", NULL AS "p62"
  FROM _2_last_moments
  WHERE "_2_last_p62_at" IS NULL
),
_1_p1_rows AS (
  SELECT "d3", count("_1_p1_value") AS "p1"
  FROM _1_p1
  GROUP BY 1
),
_2_last_rows AS (
  SELECT "d3", sum("p62") AS "p62"
  FROM _2_last
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d3", max("p1") AS "p1", sum("p62") AS "p62"
  FROM (
    SELECT "d3", "p1", NULL AS "p62"
    FROM _1_p1_rows
    UNION ALL
    SELECT "d3", NULL AS "p1", "p62"
    FROM _2_last_rows
  ) AS _all
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d3", (SELECT count(DISTINCT "_1_p1_value") FROM _1_p1) AS "p1", (
      SELECT sum("p62") AS "p62"
      FROM (
        SELECT "_2_last_s1", "_2_last_s2", arg_max("p62", "_2_last_p62_at") AS "p62"
        FROM (
          SELECT "_2_last_s1", "_2_last_s2", "_2_last_p62_at", CASE WHEN count("p62") > 1 THEN error('⟪余额指标「存量」不知道取哪一行：指标表「货币余额」的主键（server_id、currency）分不清它们：同一天有几行，也没有时间列分先后；请把能分清它们的列加进行的主键，或为指标表设置时间列⟫') ELSE sum("p62") END AS "p62"
          FROM _2_last
          GROUP BY 1, 2, 3
        ) AS moments
        GROUP BY 1, 2
      ) AS lasts
    ) AS "p62"
  UNION ALL
  SELECT 1 AS "_level", "d3", "p1", "p62"
  FROM _rows
)
SELECT r."d3", r."p1", r."p901"
FROM (
  SELECT r.*, r."p62" / nullif(r."p1", 0) AS "p901"
  FROM (
    SELECT "_level", "d3", coalesce("p1", 0) AS "p1", "p62"
    FROM _levels
  ) AS r
) AS r
ORDER BY r."_level", r."d3" ASC NULLS LAST
LIMIT 100002
